import { describe, expect, test } from 'vitest';
import { appImageOf, relaunchOptions } from './app-image';

const file = '/home/ada/Latchkey.AppImage';
const folder = '/tmp/.mount_LatchkX1';
const inFolder = `${folder}/latchkey`;

describe('the AppImage of', () => {
  test.each([
    ['a program in its folder', { APPIMAGE: file, APPDIR: folder }, inFolder, file],
    ['a program that was installed', {}, '/opt/Latchkey/latchkey', null],
    ['a program that another AppImage started', { APPIMAGE: '/home/ada/Terminal.AppImage', APPDIR: '/tmp/.mount_Term' }, inFolder, null],
    ['a program in a folder whose name only begins the same', { APPIMAGE: file, APPDIR: folder }, `${folder}2/latchkey`, null],
    ['a program that is the folder', { APPIMAGE: file, APPDIR: folder }, folder, null],
    ['a relative path', { APPIMAGE: 'Latchkey.AppImage', APPDIR: folder }, inFolder, null],
    ['a relative folder', { APPIMAGE: file, APPDIR: '.mount' }, inFolder, null],
    ['an empty path', { APPIMAGE: '', APPDIR: folder }, inFolder, null],
    ['a path without a folder', { APPIMAGE: file }, inFolder, null],
  ])('%s', (_what, env, execPath, expected) => {
    expect(appImageOf(env, execPath)).toBe(expected);
  });
});

test('an AppImage is started again as a file, with the same arguments', () => {
  expect(relaunchOptions(file, ['--profile', 'a'])).toEqual({
    execPath: file,
    args: ['--appimage-extract-and-run', '--profile', 'a'],
  });
});

test('another program is started again as it is', () => {
  expect(relaunchOptions(null, ['--profile', 'a'])).toEqual({ args: ['--profile', 'a'] });
});
