import { describe, expect, test } from 'vitest';
import { leftOutOfLink, parseScreenLink, screenLink } from './screen-links';

const user = '6a1f6b1e-5a3c-4c3c-9f0e-0d7f6f6f6f6f';
const project = '0f1e2d3c-0000-4000-8000-0123456789ab';

test.each([
  '/overview',
  '/users',
  `/users/${user}`,
  `/users/${user}?tab=sessions`,
  `/users?panel=${user}&tab=metadata&team=${user}`,
  `/teams/${user}?tab=members`,
  '/permissions?tab=project&panel=%24read_members',
  '/email?tab=templates&template=password_reset',
  `/project-keys?key=${user}`,
  `/account/teams/${user}?tab=keys`,
])('%s is in the link, and is what the link opens', (path) => {
  const link = screenLink({ projectId: project, path });
  expect(link).toBe(`latchkey://c/${project}${path}`);
  expect(parseScreenLink(link ?? '')).toEqual({ projectId: project, path });
});

test.each([
  ['/users?q=ada%40example.com', '/users'],
  ['/project-keys?q=sk_live&status=valid', '/project-keys?status=valid'],
  ['/domains?fix=https', '/domains'],
  ['/users?q=ada&filter=verified%3Ano+ada%40example.com&sort=last-active%3Adesc', '/users?filter=verified%3Ano&sort=last-active%3Adesc'],
  ['/users?filter=ada&sort=server.%22a+b%22%3Aasc', '/users'],
  ['/overview?secret=1', '/overview'],
  ['/users#secret', '/users'],
])('of %s, only %s is in the link', (path, expected) => {
  expect(screenLink({ projectId: 'internal', path })).toBe(`latchkey://c/internal${expected}`);
});

test.each([
  '',
  '/',
  '/edit',
  '/sign-in',
  '/unknown',
  'users',
  '//users',
  '/users/',
  '/users/../edit',
  '/users/a/b',
  '/users/a%2Fb',
  '/users?filter=verified%3Amaybe',
  '/users?sort=password%3Aasc',
  '/Users',
])('no link opens %j', (path) => {
  expect(screenLink({ projectId: 'internal', path })).toBeNull();
});

test.each(['', 'a/b', 'a b', '..', 'x'.repeat(65), 'a?b', 'ä'])('a project with the ID %j has no links', (projectId) => {
  expect(screenLink({ projectId, path: '/users' })).toBeNull();
});

describe('a link is refused that has', () => {
  const bad: readonly (readonly [string, string])[] = [
    ['no project', 'latchkey://c'],
    ['no project, with a slash', 'latchkey://c/'],
    ['an empty project', 'latchkey://c//users'],
    ['no screen', 'latchkey://c/internal'],
    ['an empty screen', 'latchkey://c/internal/'],
    ['an unknown screen', 'latchkey://c/internal/delete-user'],
    ['a name of every object', 'latchkey://c/internal/__proto__'],
    ['another name of every object', 'latchkey://c/internal/constructor'],
    ['a sign-in card', 'latchkey://c/internal/sign-in?next=/users'],
    ['the form of a connection', 'latchkey://c/internal/edit'],
    ['another case', 'latchkey://C/internal/users'],
    ['another scheme', 'https://c/internal/users'],
    ['a port', 'latchkey://c:80/internal/users'],
    ['a user name', 'latchkey://me@c/internal/users'],
    ['a user name and password', 'latchkey://me:pw@c/internal/users'],
    ['another host', 'latchkey://c.evil.example/internal/users'],
    ['dots as the project', 'latchkey://c/../users'],
    ['an encoded slash', 'latchkey://c/internal/users%2Fedit'],
    ['an encoded ID', 'latchkey://c/internal/users/%61'],
    ['an encoded zero', 'latchkey://c/internal/users/a%00'],
    ['a space', 'latchkey://c/internal/users/a b'],
    ['a backslash', 'latchkey://c/internal\\users'],
    ['a letter that looks like another', 'latchkey://c/internal/usеrs'],
    ['text that is written from right to left', 'latchkey://c/internal/users/\u202e'],
    ['an ID that is too long', `latchkey://c/internal/users/${'a'.repeat(65)}`],
    ['a project that is too long', `latchkey://c/${'a'.repeat(65)}/users`],
    ['too many parts', 'latchkey://c/internal/users/a/b'],
    ['a slash at the end', 'latchkey://c/internal/users/'],
    ['markup as a tab', 'latchkey://c/internal/users/a?tab=%3Cscript%3E'],
    ['a path as a panel', 'latchkey://c/internal/users?panel=../../edit'],
    ['a URL as a template', 'latchkey://c/internal/email?template=https://evil.example'],
    ['an empty panel', 'latchkey://c/internal/users?panel='],
    ['a parameter twice', 'latchkey://c/internal/users?panel=a&panel=b'],
    ['a parameter that is too long', `latchkey://c/internal/users?panel=${'a'.repeat(129)}`],
    ['dots as a panel', 'latchkey://c/internal/users?panel=..'],
    ['dots in the path that name another screen', 'latchkey://c/internal/users/../edit'],
    ['encoded dots that name another screen', 'latchkey://c/internal/users/%2e%2e/edit'],
  ];

  test.each(bad)('%s: %j', (_what, text) => {
    expect(parseScreenLink(text)).toBeNull();
  });
});

test.each([
  ['latchkey://c/internal/users?connection=other&tab=sessions&next=%2Fevil', '/users?tab=sessions'],
  ['latchkey://c/internal/overview?code=abc#token', '/overview'],
])('what this version doesn’t know is dropped: %s', (text, path) => {
  expect(parseScreenLink(text)).toEqual({ projectId: 'internal', path });
});

test.each([
  ['/users?panel=a&sort=name:asc', null],
  ['/users?filter=verified%3Ano', null],
  ['/users?filter=verified:no%20ada', 'filter'],
  ['/users?q=ada&filter=verified:no', 'search'],
  ['/users?q=ada&filter=server.owner%3D%22ada@example.com%22', 'both'],
  ['/users?filter=((', null],
  ['/teams?q=%20', null],
  ['/teams?q=core', 'search'],
])('a link to %s leaves out: %s', (path, expected) => {
  expect(leftOutOfLink(path)).toBe(expected);
});
