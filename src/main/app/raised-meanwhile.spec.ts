/** A connection that requires more while a change that it allowed is on its way. */
import { expect, onTestFinished, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { ConnectionChange } from '#contract/bridge/connection-draft.ts';
import type { Reply } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import {
  type Answer,
  accessToken,
  createLockableStore,
  createServiceTransport,
  createTestPorts,
  refreshed,
  response,
} from '#tests/support/main/test-ports.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createApp } from './app';

const server = { ...sampleUser, primary_email_auth_enabled: true, server_metadata: null, last_active_at_millis: 0 };
const draft = {
  name: 'Shop',
  baseUrl: 'https://x.test',
  projectId: sampleUser.id,
  environment: 'development',
  keys: { client: `pck_${'0'.repeat(45)}`, server: `ssk_${'0'.repeat(45)}` },
};

/** An app whose connection is edited once, when the next key, token, or user is read. */
async function setUp() {
  let edit: (() => Promise<unknown>) | null = null;
  const meanwhile = async () => {
    const own = edit;
    edit = null;
    await own?.();
  };
  const answer: Answer = async ({ url, method }) => {
    if (method === 'GET') await meanwhile();
    const { pathname } = new URL(url);
    if (pathname.endsWith('/users/me')) return response(sampleUser);
    if (pathname.includes('/users/')) return response(server);
    const access = accessToken(someDay + 600_000);
    if (pathname.endsWith('/oauth/token')) return refreshed(access);
    const tokens = { access_token: access, refresh_token: 'r'.repeat(45), user_id: sampleUser.id };
    return response({ ...tokens, is_new_user: false, success: true });
  };
  const store = createLockableStore();
  const secrets = {
    ...store,
    get: async (item: string) => {
      await meanwhile();
      return store.get(item);
    },
  };
  const transport = createServiceTransport(answer);
  const clock = createFakeClock({ hasteUpTo: 60_000 });
  const presence = { isAvailable: () => true, verify: async () => true };
  const app = await createApp(createTestPorts(await temporaryFolder(), { transport, clock, secrets, presence, confirm: async () => true }));
  onTestFinished(() => app.close());
  const call = (name: string, input: object): Promise<Reply> => app.dispatch(name, input, { windowId: 'w' });
  const value = async <T>(name: string, input: object): Promise<T> => {
    const reply = await call(name, input);
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
    return reply.value as T;
  };
  const { id } = await value<{ id: string }>('connections.add', { draft });
  await value('signIn.withPassword', { connectionId: id, email: 'ada@x.test', password: 'correct horse' });
  const [account] = (await value<{ value: Account[] }>('accounts.list', {})).value;
  const changes = () => transport.requests.filter(({ method, url }) => url.endsWith(method === 'DELETE' ? '/users/me' : '/auth/sessions'));
  return {
    call,
    changes,
    id,
    accountId: account?.id ?? '',
    editMeanwhile: (change: ConnectionChange) => {
      edit = () => value('connections.edit', { id, change });
    },
  };
}

const session = { userId: sampleUser.id, durationMillis: 3_600_000 };
const inputs = {
  'accounts.deleteUser': ({ accountId }) => ({ accountId, typed: sampleUser.primary_email }),
  'impersonations.start': ({ id }) => ({ ...session, connectionId: id, reason: 'Ticket 4821' }),
  'impersonations.createSession': ({ id }) => ({ ...session, connectionId: id }),
} satisfies Record<string, (scene: Awaited<ReturnType<typeof setUp>>) => object>;

test.each([
  ['accounts.deleteUser', { requirePresence: true }, 'connection-changed'],
  ['accounts.deleteUser', { safety: 'read-only' }, 'read-only-connection'],
  ['impersonations.start', { safety: 'confirm-writes' }, 'connection-changed'],
  ['impersonations.start', { safety: 'read-only' }, 'read-only-connection'],
  ['impersonations.createSession', { safety: 'confirm-writes' }, 'connection-changed'],
] as const)('%s isn’t sent after the connection got %j', async (name, change, code) => {
  const scene = await setUp();
  scene.editMeanwhile(change);
  expect(await scene.call(name, inputs[name](scene))).toMatchObject({ ok: false, error: { code } });
  expect(scene.changes()).toEqual([]);
});

test.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s is sent after the connection got another name only', async (name) => {
  const scene = await setUp();
  scene.editMeanwhile({ name: 'Store' });
  await scene.call(name, inputs[name](scene));
  expect(scene.changes()).toHaveLength(1);
});
