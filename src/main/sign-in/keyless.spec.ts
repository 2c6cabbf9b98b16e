import { describe, expect, test } from 'vitest';
import { writeLevel } from '#sandbox/configuration/project-config.ts';
import { ada, createTestSandbox, newestEmail, start } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { signInScene } from '#tests/support/main/sign-in-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { transportTo } from '#tests/support/service/sandbox-transport.ts';
import { keysInHand } from '../remote/project-keys';
import { detectRelease } from '../remote/releases/detect-release';
import { refreshAccessToken } from '../session/session-calls';
import { createCodeSignIn } from './one-time-code';
import { createPasswordSignIn } from './password';

type Held = 'none' | 'server' | 'admin';

const entry = { connectionId: 'c', windowId: 'w' };

/** A project on that release, opened without its publishable key. */
async function setUp(release: string, held: Held) {
  const sandbox = await createTestSandbox({ release });
  const transport = transportTo(sandbox);
  const requests: (Parameters<typeof transport.send>[0] & { readonly path: string })[] = [];
  const service = { requests, transport };
  const keys = { none: {}, server: { server: sandbox.keys.secret_server_key }, admin: { admin: sandbox.keys.super_secret_admin_key } };
  const pinned = { baseUrl: 'http://localhost:8102', projectId: sandbox.project.id, keys: keysInHand(keys[held]) };
  const { signInDeps } = signInScene(
    (request) => {
      requests.push({ ...request, path: new URL(request.url).pathname.replace('/api/v1', '') });
      return transport.send(request);
    },
    {
      clock: createFakeClock({ start, hasteUpTo: 60_000 }),
      target: { ...pinned, features: async () => (await detectRelease(signInDeps.sender, pinned)).features },
    },
  );
  const requireKey = () => writeLevel(sandbox.store, sandbox.project.key, 'project', { 'project.requirePublishableClientKey': true });
  return { sandbox, service, signInDeps, requireKey };
}

describe.each(['none', 'server', 'admin'] as const)('a connection with key %s on 2.8.86', (held) => {
  test('signs in with a password and refreshes its session', async () => {
    const { signInDeps, service } = await setUp('2.8.86', held);
    expect(await createPasswordSignIn(signInDeps).signIn({ ...entry, ...ada })).toMatchObject({ step: 'signed-in' });
    const refreshToken = String(JSON.parse(await signedInBody(service)).refresh_token);
    expect(await refreshAccessToken(signInDeps.sender, await signInDeps.sessions.target('c'), refreshToken)).toEqual(expect.any(String));
    for (const { path, headers } of service.requests.filter(({ path }) => path.startsWith('/auth/'))) {
      expect([path, headers['x-stack-access-type'], headers['x-stack-publishable-client-key']]).toEqual([path, 'client', undefined]);
    }
  });

  test('signs in with a one-time code', async () => {
    const { signInDeps, sandbox } = await setUp('2.8.86', held);
    const codes = createCodeSignIn(signInDeps);
    const { flowId } = (await codes.send({ ...entry, email: ada.email })) as { flowId: string };
    const { code } = await newestEmail(sandbox, ada.email);
    expect(await codes.submit(flowId, 'w', code.slice(0, 6))).toMatchObject({ step: 'signed-in' });
  });

  test('reports that the project requires its publishable key', async () => {
    const { signInDeps, requireKey } = await setUp('2.8.86', held);
    requireKey();
    expect(await reportOf(createPasswordSignIn(signInDeps).signIn({ ...entry, ...ada }))).toMatchObject({
      code: 'known-error',
      known: 'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT',
      status: 401,
    });
  });

  test('sends nothing on 2.8.70, which needs the key', async () => {
    const { signInDeps, service } = await setUp('2.8.70', held);
    expect(await reportOf(createPasswordSignIn(signInDeps).signIn({ ...entry, ...ada }))).toEqual({ code: 'missing-credentials' });
    expect(service.requests.filter(({ path }) => path.startsWith('/auth/'))).toEqual([]);
  });
});

/** The refresh token stays in the main process; the service gives another one for the same sign-in. */
async function signedInBody({ transport, requests }: Awaited<ReturnType<typeof setUp>>['service']): Promise<string> {
  const sent = requests.find(({ path }) => path === '/auth/password/sign-in');
  if (sent === undefined) throw new Error('Nobody signed in.');
  const { bytes } = await transport.send(sent);
  return new TextDecoder().decode(bytes);
}
