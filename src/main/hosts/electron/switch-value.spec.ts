import { expect, test, vi } from 'vitest';
import { switchValue } from './switch-value';

const joined = vi.hoisted(() => ({ value: '' }));
vi.mock('electron', () => ({ app: { commandLine: { getSwitchValue: () => joined.value } } }));

test('is the one that Chromium reads', () => {
  joined.value = '/joined';
  expect(switchValue('profile', ['--profile', '/next'])).toBe('/joined');
});

test.each([
  [['latchkey', '--profile', '/data'], '/data'],
  [['latchkey', '--no-sandbox', '--profile', 'my data', 'latchkey://x'], 'my data'],
  [['latchkey'], null],
  [['latchkey', '--profile'], null],
  [['latchkey', '--profile', ''], null],
  [['latchkey', '--profile', '--keychain=memory'], null],
  [['latchkey', '--profiles', '/data'], null],
  [['latchkey', 'profile', '/data'], null],
])('of %j is %j', (args, value) => {
  joined.value = '';
  expect(switchValue('profile', args)).toBe(value);
});
