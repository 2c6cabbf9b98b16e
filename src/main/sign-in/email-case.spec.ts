import { describe, expect, test } from 'vitest';
import { ada, createTestSandbox, newestEmail, start, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import type { Change } from '#tests/support/release-overlay/change.ts';
import { changesOf, type Overlay, overTestSandbox } from '#tests/support/release-overlay/overlay.ts';
import { signInScene } from '#tests/support/sign-in-scene.ts';
import { keysInHand } from '../remote/project-keys';
import { detectRelease } from '../remote/releases/detect-release';
import { createCodeSignIn } from './one-time-code';
import { createPasswordSignIn } from './password';

const typed = 'New.User@X.Example';
const entry = { connectionId: 'c', windowId: 'w' };

/** A project on that release with a user whose email address was entered with capitals, and the methods to sign in to it. */
async function setUp(release: string, changes = changesOf(release)) {
  const sandbox = await createTestSandbox();
  const service = overTestSandbox(sandbox, release, changes);
  await createUser(sandbox, service);
  const pinned = {
    baseUrl: 'http://localhost:8102',
    projectId: sandbox.project.id,
    keys: keysInHand({ client: sandbox.keys.publishable_client_key }),
  };
  const { signInDeps, asked } = signInScene((request) => service.transport.send(request), {
    clock: createFakeClock({ start, hasteUpTo: 60_000 }),
    target: { ...pinned, features: async () => (await detectRelease(signInDeps.sender, pinned)).features },
  });
  return { sandbox, service, signInDeps, asked };
}

async function createUser({ headers }: TestSandbox, { fetch }: Overlay): Promise<void> {
  const user = { primary_email: typed, primary_email_verified: true, primary_email_auth_enabled: true, password: ada.password };
  const type = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers: { ...headers('server'), ...type }, body: JSON.stringify(user) };
  await fetch(new Request('http://localhost:8102/api/v1/users', request));
}

describe.each(['2.8.16', '2.8.17', '2.8.47', '2.8.86'])('an email address with capitals on %s', (release) => {
  test('signs in with its password', async () => {
    const { signInDeps } = await setUp(release);
    expect(await createPasswordSignIn(signInDeps).signIn({ ...entry, email: typed, password: ada.password })).toMatchObject({
      step: 'signed-in',
    });
  });

  test('signs in with a one-time code, and the form keeps what was typed', async () => {
    const { signInDeps, sandbox } = await setUp(release);
    const codes = createCodeSignIn(signInDeps);
    const sent = await codes.send({ ...entry, email: typed });
    expect(sent).toMatchObject({ step: 'code-sent', email: typed });
    const stored = release === '2.8.16' ? typed : typed.toLowerCase();
    const { code } = await newestEmail(sandbox, stored);
    const { flowId } = sent as { flowId: string };
    expect(await codes.submit(flowId, 'w', code.slice(0, 6))).toMatchObject({ step: 'signed-in', isNewUser: false });
  });

  test('receives a password reset, and the form keeps what was typed', async () => {
    const { signInDeps, sandbox } = await setUp(release);
    expect(await createPasswordSignIn(signInDeps).forgot({ ...entry, email: typed })).toMatchObject({ step: 'mail-sent', email: typed });
    const stored = release === '2.8.16' ? typed : typed.toLowerCase();
    expect((await newestEmail(sandbox, stored)).subject).toMatch(/^Reset your password/);
  });
});

test('an email address is sent as typed to a service that does not name its release', async () => {
  const silent: Change = {
    source: 'wire/newer 3, "server version": where the server offers it',
    since: '2.8.4',
    path: '/check-version',
    respond: async ({ forward }) => ({ ...(await forward()), body: '{"upToDate":true}' }),
  };
  const { signInDeps, service } = await setUp('2.8.26', [silent, ...changesOf('2.8.26')]);
  await createPasswordSignIn(signInDeps)
    .signIn({ ...entry, email: typed, password: ada.password })
    .catch(() => undefined);
  const sent = service.requests.find(({ path }) => path === '/auth/password/sign-in');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ email: typed });
});
