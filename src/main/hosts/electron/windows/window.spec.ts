import { slate, slateDark } from '@radix-ui/colors';
import { expect, test, vi } from 'vitest';
import { addressOf, backgrounds, pathOf } from './window';

vi.mock('electron', () => ({ app: {}, BrowserWindow: class {}, shell: {} }));

test('a window has the initial background color of its page', () => {
  expect(backgrounds).toEqual({ light: slate.slate1, dark: slateDark.slate1 });
});

test.each(['/', '/c/ae/users?q=a%20b', '/c/ae'])('the path %s is in the address, and read from it', (path) => {
  expect(pathOf(addressOf(path))).toBe(path);
});

test.each(['', 'app://bundle/', 'app://bundle/crashed', 'app://bundle/#x', 'https://example.com/#/c/ae', 'about:blank'])(
  'the address %j means the start',
  (address) => {
    expect(pathOf(address)).toBe('/');
  },
);
