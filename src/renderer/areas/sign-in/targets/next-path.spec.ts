import { describe, expect, it } from 'vitest';
import { nextPath } from './next-path';

const fallback = '/fallback';

describe('the path after signing in', () => {
  it.each(['/', '/c/one/account/sessions', '/c/one/users?q=a%20b&desc=false', '/c/one/users/3241a285-2ab6', '/c/one/users?q=//x'])(
    'takes the address of a screen: %s',
    (wish) => {
      expect(nextPath(wish, fallback)).toBe(wish);
    },
  );

  it.each([
    null,
    '',
    'c/one/users',
    '//evil.example',
    '///evil.example',
    '//evil.example/c/one/users',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    'data:text/html,x',
    '\\\\evil.example',
    '/\\evil.example',
    '/c/one/users\\',
    '/c/one/users?q=\\',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/%252Fevil.example',
    '/c/%2F%2Fevil.example/users',
    '/c/%5cevil/users',
    '/c/one%252Fusers',
    '/c/../users',
    '/c/./users',
    '/c/%2e%2e/users',
    '/c/%2E./users',
    '/c//users',
    '/c/one/users//',
    '/\t/evil.example',
    '/c/one/users\n',
    '/c/one/us%0Aers',
    '/c/one/users?q=\u0000',
    ' /c/one/users',
    '/c/one/users#/evil',
    '/c/one/%',
    '/somewhere/else',
    '/c/one/sign-in',
    '/c/one/sign-up?next=%2F',
  ])('refuses %j', (wish) => {
    expect(nextPath(wish, fallback)).toBe(fallback);
  });
});
