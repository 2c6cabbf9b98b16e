/** A connection that is pointed at another server while the user signs in, tested at every `await`. */

import { expect, test } from 'vitest';
import { settle } from '#tests/support/fake-clock.ts';
import { code, email, entry, newServer, newSite, oldServer, password, type Scene, setUp } from '#tests/support/main/moved-scene.ts';
import { signedInAnswer } from '#tests/support/main/sign-in-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { registeredPasskey } from '#tests/support/samples/sample-passkey.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { signUpAnonymously } from './anonymous';
import { signInWithCli } from './cli-login';
import { deleteUser } from './delete-user';
import { finishSignIn } from './finish';
import { createPasskeys } from './passkey';
import { createPasswordSignIn } from './password';
import { submitTotp } from './two-factor-setup';
import { upgradeAnonymous } from './upgrade';

interface Way {
  readonly name: string;
  /** The account that is signed in before. */
  readonly account?: 'signed-in' | 'anonymous';
  readonly second?: boolean;
  readonly run: (scene: Scene, accountId: string) => Promise<unknown>;
}

const ways: readonly Way[] = [
  { name: 'password', run: ({ parts }) => createPasswordSignIn(parts).signIn({ ...entry, email, password }) },
  { name: 'sign-up', run: ({ parts }) => createPasswordSignIn(parts).signUp({ ...entry, email, password }) },
  { name: 'reset email', run: ({ parts }) => createPasswordSignIn(parts).forgot({ ...entry, email }) },
  {
    name: 'reset email again',
    async run({ parts, flowOf, clock }) {
      const passwords = createPasswordSignIn(parts);
      const flowId = await flowOf(passwords.forgot({ ...entry, email }));
      await clock.advance(60_000);
      return passwords.resend(flowId, 'w');
    },
  },
  {
    name: 'one-time code',
    async run({ codes, flowOf, clock }) {
      const flowId = await flowOf(codes.send({ ...entry, email }));
      await clock.advance(60_000);
      await codes.resend(flowId, 'w');
      return codes.submit(flowId, 'w', 'abc123');
    },
  },
  { name: 'sign-in link', run: ({ codes }) => codes.withLink(entry, code) },
  {
    name: 'authentication code',
    second: true,
    run: async ({ parts, flowOf }) =>
      submitTotp(parts, await flowOf(createPasswordSignIn(parts).signIn({ ...entry, email, password })), 'w', '123456'),
  },
  { name: 'anonymous account', run: ({ parts }) => signUpAnonymously(parts, 'c') },
  { name: 'upgrade', account: 'anonymous', run: ({ parts }, accountId) => upgradeAnonymous(parts, { accountId, email, password }) },
  { name: 'CLI login', run: ({ parts, finished }) => finished(signInWithCli(parts, entry, 'https://app.example')) },
  { name: 'a provider', run: ({ oauth, returned }) => returned(oauth.signIn(entry, 'github')) },
  {
    name: 'connecting a provider',
    account: 'signed-in',
    run: ({ oauth, returned }, accountId) => returned(oauth.link(entry, accountId, 'github', undefined)),
  },
  {
    name: 'passkey registration',
    account: 'signed-in',
    async run({ parts, offered, browser }, accountId) {
      const { flowId } = await createPasskeys(parts).register(entry, accountId, false);
      offered[0]?.accept(registeredPasskey);
      return browser.wait(flowId, 'w');
    },
  },
  {
    name: 'deleting the user',
    account: 'signed-in',
    run: ({ parts }, accountId) => deleteUser(parts, { accountId, typed: sampleUser.primary_email ?? '' }, { windowId: 'w' }),
  },
  { name: 'a sign-in link', run: ({ use }) => use('magic-link') },
  { name: 'a verification link', run: ({ use }) => use('email-verification') },
  { name: 'a reset link', run: ({ use }) => use('password-reset') },
  { name: 'a program’s sign-in', account: 'signed-in', run: ({ use }) => use('cli-auth-confirm') },
  { name: 'an invitation', account: 'signed-in', run: ({ use }) => use('team-invitation') },
];

async function prepared(way: Way, onPause: () => void) {
  const scene = setUp(onPause, way.second === true);
  const accountId = way.account === undefined ? '' : await scene.add();
  if (way.account === 'anonymous') {
    const noMethods = { auth_with_email: false, has_password: false };
    await scene.signInDeps.sessions.describe('c', { ...sampleUser, ...noMethods, is_anonymous: true });
  }
  return { scene, accountId };
}

/** Runs a sign-in method and moves the connection at the given moment; returns null if the method ended before. */
async function runMovedAt(way: Way, moment: number) {
  let moments = 0;
  let moving: Promise<void> | null = null;
  const onPause = () => {
    moments += 1;
    if (moments === start + moment) moving = scene.move();
  };
  let start = Number.POSITIVE_INFINITY;
  const { scene, accountId } = await prepared(way, onPause);
  start = moments;
  await Promise.allSettled([way.run(scene, accountId)]);
  if (moving === null) return null;
  await moving;
  await settle();
  const { requests } = scene.transport;
  const reached = requests.filter(({ url }) => url.startsWith(newServer)).map(({ method, url }) => `${method} ${url}`);
  const redirects = requests.filter(({ body }) => body?.includes(newSite)).map(({ url }) => url);
  return { reached, redirects, accounts: scene.accounts() };
}

test.each(ways)('$name: nothing reaches the new server, no email redirects to its site, and no account is left there', async (way) => {
  for (let moment = 1; ; moment += 1) {
    const found = await runMovedAt(way, moment);
    if (found === null) return expect(moment).toBeGreaterThan(1);
    expect([moment, found]).toEqual([moment, { reached: [], redirects: [], accounts: [] }]);
  }
});

test.each(ways)('$name: works while the connection stays where it is', async (way) => {
  const { scene, accountId } = await prepared(way, () => undefined);
  await way.run(scene, accountId);
  expect(scene.transport.requests.every(({ url }) => url.startsWith(oldServer))).toBe(true);
});

test('stores no token when the connection points elsewhere before the account is added', async () => {
  const { scene } = await prepared({ name: '', run: async () => undefined }, () => undefined);
  const pinned = { connectionId: 'c', destination: newServer };
  let stored = 0;
  scene.secrets.set = async () => {
    stored += 1;
  };
  expect(await reportOf(finishSignIn(scene.signInDeps, pinned, signedInAnswer, { isNewUser: false }))).toEqual({
    code: 'connection-changed',
  });
  expect([stored, scene.accounts()]).toEqual([0, []]);
});
