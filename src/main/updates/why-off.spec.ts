import { expect, test } from 'vitest';
import { whyOff } from './why-off';

const signed = { platform: 'darwin', isStore: false, hasServer: true } as const;

test.each([
  ['a signed build', {}, null],
  ['a signed build for Windows', { platform: 'win32' as const }, null],
  ['a build without a server', { hasServer: false }, 'not-offered'],
  ['a package for Linux', { platform: 'linux' as const }, 'not-offered'],
  ['a build from a store', { isStore: true }, 'store'],
])('%s: %j', (_what, facts, expected) => {
  expect(whyOff({ ...signed, ...facts })).toBe(expected);
});
