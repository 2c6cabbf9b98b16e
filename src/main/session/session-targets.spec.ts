import { describe, expect, test, vi } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import type { SandboxReady } from '#contract/workers/sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { readKeys } from '#tests/support/main/read-keys.ts';
import { createScriptedTransport, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { type ConnectionTarget, createConnectionTarget } from '../records/connection-target';
import { type ConnectionRecord, withDefaults } from '../records/connections-file';
import { createSender, type Target, type TokenSource } from '../remote/send';
import { withFeatures, withOwner } from './session-targets';

const demo = { project_id: 'demo-project', publishable_client_key: 'pck_1', secret_server_key: 'ssk_1', super_secret_admin_key: 'sak_1' };
const ready: SandboxReady = {
  type: 'ready',
  url: 'http://127.0.0.1:5000',
  projects: { demo, internal: { ...demo, project_id: 'internal' } },
  demoAccounts: [{ email: 'a@b.c', password: 'p' }],
};
const record: ConnectionRecord = {
  ...withDefaults({ id: 'a', kind: 'project', name: 'A', baseUrl: 'https://api.test', projectId: 'p', environment: 'production' }),
  keys: { client: { item: 'key/1', ending: 'aaaa' }, admin: { item: 'key/2', ending: 'bbbb' } },
};
const stored: Readonly<Record<string, string>> = { 'key/1': 'pck', 'key/2': 'sak' };

function setUp({
  now = record,
  arrival = async () => ready,
  features = async () => ({}),
  internal,
  session = () => ({ tokens: async () => ({ access: 'owner-token', refresh: null }), refuse: () => undefined }),
}: {
  now?: ConnectionRecord;
  arrival?: () => Promise<SandboxReady>;
  features?: () => Promise<KnownFeatures>;
  internal?: ConnectionRecord | undefined;
  session?: (connectionId: string, userId: string) => TokenSource;
} = {}) {
  const get = vi.fn(async (item: string) => stored[item] ?? null);
  const baseOf = createConnectionTarget({
    secrets: { get },
    sandbox: { arrival, stopped: new AbortController().signal },
    recordNow: (id) => (id === 'internal' ? internal : now),
    checkServer: async () => undefined,
    markChecked: async () => undefined,
  });
  const targetOf = async (of: ConnectionRecord) => {
    const base = await baseOf(of);
    const target = withOwner(base, ({ connectionId, userId }) => session(connectionId, userId));
    return withFeatures(target, base.storedFeatures, features);
  };
  return { targetOf, get };
}

describe('the target of a record', () => {
  test('knows which keys there are without reading any', async () => {
    const { targetOf, get } = setUp();
    const target = await targetOf(record);
    expect([Object.keys(target.keys).sort(), get.mock.calls]).toEqual([['admin', 'client'], []]);
    expect(await target.keys.client?.()).toBe('pck');
    expect(get.mock.calls).toEqual([['key/1']]);
    expect(await readKeys(target)).toEqual({ client: 'pck', admin: 'sak' });
    expect(get.mock.calls).toEqual([['key/1'], ['key/2']]);
  });

  test('keeps no key for the next call', async () => {
    const { targetOf, get } = setUp();
    for (let calls = 0; calls < 2; calls += 1) await (await targetOf(record)).keys.client?.();
    expect(get).toHaveBeenCalledTimes(2);
  });

  test('reports that the connection was changed when a key was replaced before it was read', async () => {
    const { targetOf } = setUp();
    const { keys } = await targetOf({ ...record, keys: { ...record.keys, client: { item: 'key/0', ending: 'aaaa' } } });
    expect(await reportOf(Promise.resolve(keys.client?.()))).toEqual({ code: 'connection-changed' });
  });

  test('has a key that is null when only the secret store has lost it', async () => {
    const withLost = { ...record, keys: { client: { item: 'key/0', ending: 'aaaa' } } };
    const { targetOf } = setUp({ now: withLost });
    const { keys } = await targetOf(withLost);
    expect(await keys.client?.()).toBeNull();
  });

  test('detects what the service can do once, when a call depends on it', async () => {
    const features = vi.fn(async () => ({ 'owner-team': true }));
    const target = await setUp({ features }).targetOf(record);
    expect(features).not.toHaveBeenCalled();
    expect([await target.features?.(), await target.features?.()]).toEqual([{ 'owner-team': true }, { 'owner-team': true }]);
    expect(features).toHaveBeenCalledTimes(1);
  });

  test('uses what was detected before when the service cannot be detected now', async () => {
    const detected = { release: '2.8.31', features: { 'owner-team': true }, at: 0 };
    const { targetOf } = setUp({ features: async () => Promise.reject(fail('timed-out')), now: { ...record, detected } });
    expect(await (await targetOf(record)).features?.()).toEqual({ 'owner-team': true });
  });

  test.each([
    ['the service was never detected', { features: async () => Promise.reject(fail('timed-out')) }],
    ['the connection points to another server by then', { now: { ...record, baseUrl: 'https://elsewhere.test' } }],
    ['the connection points to another project by then', { now: { ...record, projectId: 'other' } }],
  ])('knows no features when %s', async (_what, change) => {
    const { targetOf } = setUp({ features: async () => ({ 'owner-team': true }), ...change });
    const target = await targetOf(record);
    expect(await target.features?.()).toEqual({});
  });
});

describe('the owner’s token', () => {
  const credential = { kind: 'owner', internalConnectionId: 'internal', userId: 'u', name: 'Ada' } as const;
  const owned: ConnectionRecord = { ...record, owner: credential };

  const internal = { ...record, projectId: 'internal' };

  test('is read when a request needs it, from the owner’s session of that moment', async () => {
    const session = vi.fn(() => ({ tokens: async () => ({ access: 'owner-token', refresh: null }), refuse: () => undefined }));
    const { owner } = await setUp({ internal, session }).targetOf(owned);
    expect(session).not.toHaveBeenCalled();
    expect(await owner?.tokens()).toEqual({ access: 'owner-token', refresh: null });
    expect(session.mock.calls).toEqual([['internal', 'u']]);
  });

  test.each([
    ['points to another server', { ...record, baseUrl: 'https://evil.test' }],
    ['points to the sandbox', { ...record, baseUrl: null }],
    ['was removed', undefined],
  ])('is not sent when the connection to the owner’s project %s', async (_what, moved) => {
    const { targetOf } = setUp({ internal: moved });
    const { owner } = await targetOf(owned);
    expect(await reportOf(Promise.resolve(owner?.tokens()))).toEqual({ code: 'owner-signed-out' });
  });

  test('is not sent while the owner is unknown', async () => {
    const { owner } = await setUp({ internal }).targetOf({ ...owned, owner: { ...credential, userId: null } });
    expect(await reportOf(Promise.resolve(owner?.tokens()))).toEqual({ code: 'owner-signed-out' });
  });

  test.each([
    ['unknown-account', 'owner-signed-out'],
    ['signed-out', 'owner-signed-out'],
    ['session-ended', 'owner-signed-out'],
    ['unreachable', 'unreachable'],
    ['keychain-locked', 'keychain-locked'],
  ] as const)('that fails with %s fails the call with %s', async (thrown, expected) => {
    const session = () => ({ tokens: () => Promise.reject(fail(thrown)), refuse: () => undefined });
    const { owner } = await setUp({ internal, session }).targetOf(owned);
    expect(await reportOf(Promise.resolve(owner?.tokens()))).toEqual({ code: expected });
  });

  test('of a user who has no account there fails the call in the same way', async () => {
    const session = () => {
      throw fail('unknown-account');
    };
    const { owner } = await setUp({ internal, session }).targetOf(owned);
    expect(await reportOf(Promise.resolve(owner?.tokens()))).toEqual({ code: 'owner-signed-out' });
  });
});

describe('an owner’s account that is removed during a call', () => {
  const owned: ConnectionRecord = { ...record, owner: { kind: 'owner', internalConnectionId: 'internal', userId: 'u', name: 'Ada' } };

  async function removedLater() {
    let isRemoved = false;
    const session = (): TokenSource => {
      if (isRemoved) throw fail('unknown-account');
      return { tokens: async () => ({ access: 'owner-token', refresh: null }), refuse: () => undefined };
    };
    const { owner } = await setUp({ internal: { ...record, projectId: 'internal' }, session }).targetOf(owned);
    await owner?.tokens();
    isRemoved = true;
    return owner;
  }

  test('fails with owner-signed-out when its token is refused', async () => {
    const owner = await removedLater();
    expect(await reportOf((async () => owner?.refuse('owner-token'))())).toEqual({ code: 'owner-signed-out' });
  });

  test('fails with owner-signed-out when its user is looked for', async () => {
    const owner = await removedLater();
    expect(await reportOf(Promise.resolve(owner?.hasLostUser?.()))).toEqual({ code: 'owner-signed-out' });
  });
});

describe('the target in the sandbox', () => {
  const inSandbox = { ...record, kind: 'sandbox', baseUrl: null } as const;

  test.each([
    { projectId: 'internal', expected: 'internal' },
    { projectId: 'older-demo', expected: 'demo-project' },
  ])('has the keys that the running sandbox names: $projectId', async ({ projectId, expected }) => {
    const { targetOf, get } = setUp();
    const target = await targetOf({ ...inSandbox, projectId });
    expect(target).toMatchObject({ baseUrl: ready.url, projectId: expected });
    expect([await readKeys(target), get.mock.calls]).toEqual([{ client: 'pck_1', server: 'ssk_1', admin: 'sak_1' }, []]);
  });

  test('has its own keys and the sandbox’s address for a project that its owner added', async () => {
    const { targetOf } = setUp();
    const target = await targetOf({ ...record, baseUrl: null });
    expect([target.baseUrl, target.projectId, await readKeys(target)]).toEqual([ready.url, 'p', { client: 'pck', admin: 'sak' }]);
  });

  test('fails while there is none', async () => {
    const { targetOf } = setUp({
      arrival: async () => {
        throw fail('sandbox-stopped');
      },
    });
    expect(await reportOf(targetOf(inSandbox))).toEqual({ code: 'sandbox-stopped' });
  });
});

test('sending to a target of the records is a type error, to a completed one is not', async () => {
  const base: ConnectionTarget = { isComplete: false, baseUrl: 'http://x.test', projectId: 'p', keys: {} };
  const transport = createScriptedTransport(() => response({ keys: [] }));
  const sender = createSender({ transport, clock: createFakeClock(), random: seededRandom(), clientVersion: 'x @y/z@1' });
  const send = (target: Target) => sender.send(catalog.projects.jwks, 'none', target, { params: { project_id: 'p' } });
  // @ts-expect-error: the owner’s tokens and the service’s features are missing.
  await send(base);
  const completed = withOwner(base, () => {
    throw new Error('no owner');
  });
  await send(completed);
  expect(transport.requests).toHaveLength(2);
  expect(completed).not.toHaveProperty('isComplete');
});
