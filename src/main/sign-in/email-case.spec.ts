import { describe, expect, test } from 'vitest';
import { ada, createTestSandbox, newestEmail, start } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { signInScene } from '#tests/support/main/sign-in-scene.ts';
import { silentVersion, transportTo } from '#tests/support/service/sandbox-transport.ts';
import { keysInHand } from '../remote/project-keys';
import { detectRelease } from '../remote/releases/detect-release';
import { createCodeSignIn } from './one-time-code';
import { createPasswordSignIn } from './password';

const typed = 'New.User@X.Example';
const user = { primary_email: typed, primary_email_verified: true, primary_email_auth_enabled: true, password: ada.password };
const entry = { connectionId: 'c', windowId: 'w' };

/** A project on that release with a user whose email address was entered with capitals, and the methods to sign in to it. */
async function setUp(release: string, before?: typeof silentVersion) {
  const sandbox = await createTestSandbox({ release });
  const transport = transportTo(sandbox, before);
  const sent: string[] = [];
  await sandbox.call('server', 'POST', '/users', user);
  const pinned = {
    baseUrl: 'http://localhost:8102',
    projectId: sandbox.project.id,
    keys: keysInHand({ client: sandbox.keys.publishable_client_key }),
  };
  const { signInDeps, asked } = signInScene(
    (request) => {
      sent.push(`${request.url} ${request.body}`);
      return transport.send(request);
    },
    {
      clock: createFakeClock({ start, hasteUpTo: 60_000 }),
      target: { ...pinned, features: async () => (await detectRelease(signInDeps.sender, pinned)).features },
    },
  );
  return { sandbox, sent, signInDeps, asked };
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

test.each(['2.8.4', '2.8.26'])(
  'an email address signs in to a service that does not name its release, with the features of %s',
  async (release) => {
    const { signInDeps } = await setUp(release, silentVersion);
    expect(await createPasswordSignIn(signInDeps).signIn({ ...entry, email: typed, password: ada.password })).toMatchObject({
      step: 'signed-in',
    });
  },
);

test('an email address is sent as typed to a service of which nothing is known', async () => {
  const silent = (request: Request) => (request.url.includes('/auth/password/') ? undefined : new Response('', { status: 500 }));
  const { signInDeps, sent } = await setUp('2.8.26', silent);
  await createPasswordSignIn(signInDeps)
    .signIn({ ...entry, email: typed, password: ada.password })
    .catch(() => undefined);
  expect(sent.find((request) => request.includes('/auth/password/sign-in'))).toContain(typed);
});
