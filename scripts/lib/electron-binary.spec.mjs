import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronBinary, releaseFolder, whyMissing } from './electron-binary.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-electron-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} path */
function put(path) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

const layouts = [
  { platform: 'linux', program: 'electron' },
  { platform: 'freebsd', program: 'electron' },
  { platform: 'win32', program: 'electron.exe' },
  { platform: 'darwin', program: 'Electron.app/Contents/MacOS/Electron' },
];

describe('a folder that the surroundings name', () => {
  it.each(layouts)('holds $program on $platform, and counts only with it', ({ platform, program }) => {
    expect(electronBinary({ override: folder, platform })).toBeNull();
    const binary = put(program);
    expect(electronBinary({ override: folder, platform })).toBe(binary);
    expect(electronBinary({ override: relative(process.cwd(), folder), platform })).toBe(binary);
    expect(releaseFolder(binary, platform)).toBe(folder);
  });

  it.each(['nowhere', 'electron', 'package'])('that is none (%s) is not made up for by the package', (name) => {
    const packageFolder = join(folder, 'package');
    mkdirSync(join(folder, 'package', 'electron'), { recursive: true });
    put('package/path.txt');
    put('electron');
    expect(electronBinary({ override: join(folder, name), platform: 'linux', packageFolder })).toBeNull();
  });

  it('is named where it is told that nothing is in it', () => {
    expect(whyMissing('It is not here.', '/some/where')).toContain('ELECTRON_OVERRIDE_DIST_PATH is /some/where, which doesn’t contain ');
    expect(whyMissing('It is not here.', '')).toBe('It is not here.');
  });
});

it('is otherwise where the package says, if it is there', () => {
  const find = () => electronBinary({ override: '', platform: 'linux', packageFolder: folder });
  expect(find()).toBeNull();
  writeFileSync(join(folder, 'path.txt'), 'electron\n');
  expect(find()).toBeNull();
  const binary = put('dist/electron');
  expect(find()).toBe(binary);
});
