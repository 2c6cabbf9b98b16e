import { expect, test } from 'vitest';
import type { SignedInStep } from '#contract/bridge/sign-in.ts';
import { type RedirectTargets, signInTarget } from './sign-in-target';

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
