import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultProfile, policyLocationOf } from './default-locations';

describe('the platform’s folder', () => {
  const home = (...parts: string[]) => join(homedir(), ...parts);
  test.each<{ env: NodeJS.ProcessEnv; platform: NodeJS.Platform; folder: string }>([
    { env: {}, platform: 'linux', folder: home('.config', 'latchkey') },
    { env: { XDG_CONFIG_HOME: '/conf' }, platform: 'linux', folder: '/conf/latchkey' },
    { env: { XDG_CONFIG_HOME: '' }, platform: 'linux', folder: home('.config', 'latchkey') },
    { env: { XDG_CONFIG_HOME: 'relative/conf' }, platform: 'linux', folder: home('.config', 'latchkey') },
    { env: { XDG_CONFIG_HOME: '/conf' }, platform: 'freebsd', folder: '/conf/latchkey' },
    { env: { XDG_CONFIG_HOME: '/conf' }, platform: 'darwin', folder: home('Library', 'Application Support', 'Latchkey') },
    { env: { APPDATA: 'C:\\Data' }, platform: 'win32', folder: join('C:\\Data', 'Latchkey') },
    { env: { APPDATA: '' }, platform: 'win32', folder: home('AppData', 'Roaming', 'Latchkey') },
    { env: {}, platform: 'win32', folder: home('AppData', 'Roaming', 'Latchkey') },
  ])('$platform with $env: $folder', ({ env, platform, folder }) => {
    expect(defaultProfile(env, platform)).toBe(folder);
  });

  test.each([
    { platform: 'linux' as const, folder: home('.config', 'latchkey-automation') },
    { platform: 'darwin' as const, folder: home('Library', 'Application Support', 'Latchkey Automation') },
  ])('another build has another folder: $folder', ({ platform, folder }) => {
    expect(defaultProfile({}, platform, 'Latchkey Automation')).toBe(folder);
  });
});

test.each([
  ['linux', '/etc/latchkey/policy.json', 0],
  ['darwin', '/Library/Application Support/Latchkey/policy.json', 0],
  ['win32', 'C:\\ProgramData\\Latchkey\\policy.json', null],
] as const)('is in a folder of administrators on %s', (platform, file, ownerId) => {
  expect(policyLocationOf(platform)).toEqual({ file, ownerId });
});
