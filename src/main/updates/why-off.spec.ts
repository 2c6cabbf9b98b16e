import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { policyFile, readPolicy, whyOff } from './why-off';

const signed = { platform: 'darwin', isStore: false, hasServer: true, policy: { updates: 'allowed' } } as const;

test.each([
  ['a signed build', {}, null],
  ['a signed build for Windows', { platform: 'win32' as const }, null],
  ['a build without a server', { hasServer: false }, 'not-offered'],
  ['a package for Linux', { platform: 'linux' as const }, 'not-offered'],
  ['a build from a store', { isStore: true }, 'store'],
  ['a machine with a policy', { policy: { updates: 'off' as const } }, 'policy'],
  ['a build from a store, with a policy', { isStore: true, policy: { updates: 'off' as const } }, 'store'],
])('%s: %j', (_what, facts, expected) => {
  expect(whyOff({ ...signed, ...facts })).toBe(expected);
});

test.each([
  ['{"updates":"off"}', 'off'],
  ['{"updates":"allowed"}', 'allowed'],
  ['{}', 'allowed'],
  ['{"updates":false}', 'off'],
  ['not JSON', 'off'],
  ['null', 'off'],
])('the policy %s', async (text, updates) => {
  const file = join(await temporaryFolder(), 'policy.json');
  await writeFile(file, text);
  expect(readPolicy(file)).toEqual({ updates });
});

test('without a policy, updates are allowed; one that can’t be read turns them off', async () => {
  const folder = await temporaryFolder();
  expect(readPolicy(join(folder, 'policy.json'))).toEqual({ updates: 'allowed' });
  expect(readPolicy(folder)).toEqual({ updates: 'off' });
});

test.each([
  ['linux', {}, '/etc/latchkey/policy.json'],
  ['darwin', {}, '/Library/Application Support/Latchkey/policy.json'],
  ['win32', { ProgramData: 'D:\\Data' }, 'D:\\Data\\Latchkey\\policy.json'],
  ['win32', {}, 'C:\\ProgramData\\Latchkey\\policy.json'],
] as const)('is in a folder of administrators on %s', (platform, env, file) => {
  expect(policyFile(platform, env)).toBe(file);
});
