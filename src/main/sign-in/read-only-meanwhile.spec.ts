/** A connection that becomes read-only while a change waits for the service. */
import { expect, test } from 'vitest';
import type { LinkKind } from '#contract/bridge/links.ts';
import { fail } from '#contract/errors.ts';
import type { Feature } from '#contract/features.ts';
import { createTranslator } from '#messages/translator.ts';
import { serviceOf, signedInAnswer, signInScene } from '#tests/support/main/sign-in-scene.ts';
import { refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { heldLink } from '#tests/support/service/held-link.ts';
import { acceptLink } from '../links/accept-link';
import { createResolveAccount, signUpAnonymously } from './anonymous';
import { deleteUser } from './delete-user';
import { createCodeSignIn } from './one-time-code';
import { createPasswordSignIn } from './password';
import { upgradeAnonymous } from './upgrade';

const entry = { connectionId: 'c', windowId: 'w' };
const email = 'ada@x.io';
const password = 'correct horse';
const code = 'k'.repeat(45);

/** A scene whose connection becomes read-only as soon as the destination of a call is known. */
function setUp(features: readonly Feature[] = []) {
  const scene = signInScene(
    serviceOf({
      '/auth/oauth/token': () => refreshed(signedInAnswer.access_token),
      '/accept/details': () => response({ team_id: sampleUser.id, team_display_name: 'Engines' }),
      '/projects/current': () => response(sampleProject),
      'GET /contact-channels': () => response({ items: [], is_paginated: false }),
    }),
    { features },
  );
  let isReadOnly = false;
  const assertWritable = () => {
    if (isReadOnly) throw fail('read-only-connection');
  };
  const signInDeps = {
    ...scene.signInDeps,
    assertWritable,
    checkChange: () => assertWritable,
    sessions: {
      ...scene.signInDeps.sessions,
      async target(...of: Parameters<typeof scene.signInDeps.sessions.target>) {
        const target = await scene.signInDeps.sessions.target(...of);
        isReadOnly = true;
        return target;
      },
    },
  };
  const parts = {
    ...signInDeps,
    codes: createCodeSignIn(signInDeps),
    oauth: { finish: async () => Promise.reject(fail('link-gone')), end: async () => 'unknown' as const },
    resolveAccount: createResolveAccount(scene.signInDeps, scene.signInDeps.accounts),
    accounts: scene.signInDeps.accounts,
    trustedRedirect: async () => null,
    hostConfirmations: { request: async () => undefined },
    translator: () => createTranslator('en'),
  };
  const { signal } = new AbortController();
  const use = (kind: LinkKind) => acceptLink(parts, heldLink(kind, { code }), { ...entry, password, signal });
  const written = () =>
    scene.asked().filter((text) => !/^(GET|POST \/(auth\/oauth\/token|team-invitations\/accept\/details)) ?/.test(text));
  return { ...scene, signInDeps, use, written };
}

type Scene = ReturnType<typeof setUp>;
type Way = readonly [string, (scene: Scene, accountId: string) => Promise<unknown>];

const ways: readonly Way[] = [
  ['verifying an email address', ({ use }) => use('email-verification')],
  ['resetting a password', ({ use }) => use('password-reset')],
  ['joining a team', ({ use }) => use('team-invitation')],
  ['approving a program’s sign-in', ({ use }) => use('cli-auth-confirm')],
  ['deleting the user', ({ signInDeps }, accountId) => deleteUser(signInDeps, { accountId, typed: sampleUser.primary_email ?? '' }, entry)],
  ['signing up', ({ signInDeps }) => createPasswordSignIn(signInDeps).signUp({ ...entry, email, password })],
  ['sending a reset email', ({ signInDeps }) => createPasswordSignIn(signInDeps).forgot({ ...entry, email })],
  ['creating an anonymous account', ({ signInDeps }) => signUpAnonymously(signInDeps, 'c')],
];

test.each<Way>(ways)('%s is not sent', async (_what, run) => {
  const scene = setUp();
  const accountId = await scene.add();
  expect(await reportOf(run(scene, accountId))).toEqual({ code: 'read-only-connection' });
  expect(scene.written()).toEqual([]);
});

test.each<[string, readonly Feature[]]>([
  ['in one step', ['anonymous-opt-in']],
  ['in two steps', []],
])('keeping an anonymous account is not sent, %s', async (_how, features) => {
  const scene = setUp(features);
  const accountId = await scene.add();
  const noMethods = { auth_with_email: false, has_password: false };
  await scene.signInDeps.sessions.describe('c', { ...sampleUser, ...noMethods, is_anonymous: true });
  expect(await reportOf(upgradeAnonymous(scene.signInDeps, { accountId, email, password }))).toEqual({ code: 'read-only-connection' });
  expect(scene.written()).toEqual([]);
});
