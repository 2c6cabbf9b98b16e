import { describe, expect, it, test } from 'vitest';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { nextPath, type RedirectTargets, signInTarget } from './sign-in-target';

type Step = Parameters<typeof signInTarget>[2];

const nowhere: RedirectTargets = { next: null, goTo: null };
const users = '/c/one/users?q=a';
/** Names the moment whose target it is. */
const signedIn = (connectionId: string, moment: string) => `/c/${connectionId}/${moment}`;
const user = (isAnonymous: boolean) => ({ is_anonymous: isAnonymous }) as SignedInStep['user'];
const known: Step = { isNewUser: false, user: user(false) };
const created: Step = { isNewUser: true, user: user(false) };

test.each<[what: string, targets: RedirectTargets, step: Step, path: string]>([
  ['a user goes to the target of a sign-in', nowhere, known, '/c/one/afterSignIn'],
  ['a user who switched goes home', nowhere, undefined, '/c/one/home'],
  ['a user returns to where they were', { next: users, goTo: null }, known, users],
  ['a user who switched returns to where they were', { next: users, goTo: null }, undefined, users],
  ['a user returns to a link', { next: '/links/l', goTo: null }, known, '/links/l'],
  ['a user goes where a link wants to', { next: users, goTo: '/c/one/account/sessions' }, known, '/c/one/account/sessions'],
  ['the app is never left', { next: '//evil.example', goTo: 'https://app.example/' }, known, '/c/one/afterSignIn'],
  ['a new user has a first step', nowhere, created, '/c/one/welcome'],
  [
    'a new user has a first step, and continues where they were',
    { next: users, goTo: null },
    created,
    `/c/one/welcome?next=${encodeURIComponent(users)}`,
  ],
  ['a new user of whom nothing could be read has a first step', nowhere, { isNewUser: true, user: null }, '/c/one/welcome'],
  ['a new user returns to the link that needed an account', { next: '/links/l', goTo: null }, created, '/links/l'],
  ['a new user goes where a link wants to', { next: null, goTo: users }, created, users],
  ['a new user continues inside the app', { next: '//evil.example', goTo: 'https://app.example/' }, created, '/c/one/welcome'],
  ['an anonymous user has none, and goes to the target of a sign-up', nowhere, { isNewUser: true, user: user(true) }, '/c/one/afterSignUp'],
  ['an anonymous user returns to where they were', { next: users, goTo: null }, { isNewUser: true, user: user(true) }, users],
])('%s', (_what, targets, step, path) => {
  expect(signInTarget('one', targets, step, signedIn)).toBe(path);
});

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
