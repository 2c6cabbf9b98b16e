import { expect, test } from 'vitest';
import { policyLocationOf } from './policy-location';

test.each([
  ['linux', '/etc/latchkey/policy.json', 0],
  ['darwin', '/Library/Application Support/Latchkey/policy.json', 0],
  ['win32', 'C:\\ProgramData\\Latchkey\\policy.json', null],
] as const)('is in a folder of administrators on %s', (platform, file, ownerId) => {
  expect(policyLocationOf(platform)).toEqual({ file, ownerId });
});
