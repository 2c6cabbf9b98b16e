import { expect, test } from 'vitest';
import { rememberedPath, windowsToOpen } from './remembered-windows';

const state = { x: 0, y: 0, width: 1200, height: 700, maximized: false };
const left = (...paths: string[]) => paths.map((path) => ({ path, state }));

test.each([
  ['/', '/'],
  ['/settings', '/settings'],
  ['/settings?section=network', '/settings?section=network'],
  ['/c/c1/users', '/c/c1/users'],
  ['/c/c1/users?q=ada%40example.com&panel=u1&tab=sessions', '/c/c1/users?panel=u1&tab=sessions'],
  ['/c/c1/users/u1?tab=metadata', '/c/c1/users/u1?tab=metadata'],
  ['/c/c1/domains?fix=https', '/c/c1/domains'],
])('of %s, %s is remembered', (path, expected) => {
  expect(rememberedPath(path)).toBe(expected);
});

test.each([
  '/connect',
  '/links/l1',
  '/c/c1',
  '/c/c1/edit',
  '/c/c1/sign-in?next=/x',
  '/c/c1/passkey',
  '/c/a%2Fb/users',
  '/settings?section=../x',
  'x',
])('nothing is remembered of %s', (path) => {
  expect(rememberedPath(path)).toBeNull();
});

test.each([
  ['no windows', [], []],
  ['a window at Home', ['/'], []],
  ['several at Home', ['/', '/'], []],
  ['a window', ['/c/c1/users'], ['/c/c1/users']],
  ['the settings', ['/settings'], ['/settings']],
  ['several windows, in the order of their use', ['/c/c1/users', '/', '/c/c2/teams'], ['/c/c1/users', '/', '/c/c2/teams']],
  ['a window whose connection was removed', ['/c/gone/users'], []],
  ['a window whose connection was removed, beside others', ['/', '/c/gone/users', '/c/c1/users'], ['/', '/c/c1/users']],
  ['a path that was changed in the file', ['/c/c1/sign-in', '/c/c1/users?q=x', '/c/c1/users'], ['/c/c1/users']],
])('opens %s', (_what, paths, expected) => {
  const hasConnection = (id: string) => id !== 'gone';
  expect(windowsToOpen(left(...paths), hasConnection).map(({ path }) => path)).toEqual(expected);
});
