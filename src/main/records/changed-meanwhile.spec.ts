/** Connections that another window or another process changes at the same time. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { createFakeWorkers, createLockableStore, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { systemClock } from '../runtime/system-clock';
import { createTopic } from '../runtime/topics';
import { type Connections, createConnections } from './connections';
import { connectionsFile } from './connections-file';

const key = (prefix: string, letter: string) => `${prefix}_${letter.repeat(45)}`;
const draft = {
  name: 'Mine',
  baseUrl: 'https://one.test',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production' as const,
  keys: { client: key('pck', 'a') },
};

interface Process {
  readonly connections: Connections;
  readonly topic: { get(): { value: Connection[] } };
  /** Simulates that a change of the file is noticed. */
  readonly hears: () => void;
  /** The servers to which the connection pointed here when its accounts were deleted. */
  readonly forgotten: readonly (string | null)[];
}

/** Two programs on one profile, with one keychain. */
async function twoProcesses(): Promise<[Process, Process]> {
  const folder = await temporaryFolder();
  const secrets = createLockableStore();
  let made = 0;
  const open = async (): Promise<Process> => {
    const state = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
    const topic = createTopic<Connection[]>('connections.list', [], () => undefined);
    const forgotten: (string | null)[] = [];
    let hears: () => void = () => undefined;
    const connections = createConnections({
      file: connectionsFile(folder, systemClock, () => undefined),
      secrets,
      sandbox: createSandboxProcess({ spawnWorker: createFakeWorkers().spawnWorker, clock: systemClock }, join(folder, 'sandbox'), state),
      topic,
      onFileChange: (listener) => {
        hears = listener;
      },
      newId: () => `id-${++made}`,
      policy: { mayAdd: () => true },
      accounts: { get: () => ({ revision: 1, value: [] }) },
      checkServer: async () => undefined,
    });
    connections.onLeave(async (id) => forgotten.push(connections.find(id).baseUrl));
    await connections.load();
    return { connections, topic, hears: () => hears(), forgotten };
  };
  return [await open(), await open()];
}

/** A connection in both processes. */
async function both(): Promise<{ one: Process; other: Process; id: string }> {
  const [one, other] = await twoProcesses();
  const id = await one.connections.add(draft);
  other.hears();
  await expect.poll(() => other.connections.has(id)).toBe(true);
  return { one, other, id };
}

const moved = { baseUrl: 'https://two.test', keys: { client: key('pck', 'b') } };

function withoutKeys<T extends object>(change: T): Omit<T, 'keys'> {
  return Object.fromEntries(Object.entries(change).filter(([name]) => name !== 'keys')) as Omit<T, 'keys'>;
}

test.each([
  ['a base URL on the old server', { baseUrl: 'https://one.test/base', keys: { client: key('pck', 'c') } }],
  ['a base URL', { baseUrl: 'https://one.test/base' }],
  ['a key', { keys: { server: key('ssk', 'c') } }],
  ['another project', { projectId: 'internal' }],
])('stores no data for a server to which the connection no longer points: %s', async (_what, change) => {
  for (const kind of ['window', 'process'] as const) {
    const { one, other, id } = await both();
    const late = kind === 'window' ? one : other;
    const outcomes = await Promise.allSettled([one.connections.edit(id, moved), late.connections.edit(id, change)]);
    // The second change fails: it would need the detection again, or would send keys that it doesn't name.
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    const codes = await Promise.all(refused.map(async ({ reason }) => ((await reportOf(Promise.reject(reason))) as { code: string }).code));
    expect(codes).toHaveLength(1);
    expect(['connection-changed', 'keys-needed-again']).toContain(codes[0]);
    late.hears();
    const isMoved = outcomes[0].status === 'fulfilled';
    await expect.poll(() => late.connections.find(id)).toMatchObject(isMoved ? { baseUrl: 'https://two.test' } : withoutKeys(change));
    const { keys } = await late.connections.target(id);
    expect((await keys.client?.()) === moved.keys.client).toBe(isMoved);
  }
});

test('changes that don’t affect the destination are made concurrently', async () => {
  const { one, other, id } = await both();
  await Promise.all([one.connections.edit(id, moved), other.connections.edit(id, { name: 'Ours', safety: 'read-only' })]);
  one.hears();
  await expect.poll(() => one.connections.find(id)).toMatchObject({ baseUrl: 'https://two.test', name: 'Ours', safety: 'read-only' });
});

test('requires a key that another window added again for another server', async () => {
  const { one, other, id } = await both();
  await one.connections.edit(id, { keys: { server: key('ssk', 'd') } });
  expect(await reportOf(other.connections.edit(id, moved))).toEqual({ code: 'keys-needed-again', path: 'keys.server' });
});

test('does not turn off a presence check that another process turned on', async () => {
  const { one, other, id } = await both();
  await one.connections.edit(id, { requirePresence: true });
  expect(await reportOf(other.connections.edit(id, { requirePresence: false }))).toEqual({ code: 'connection-changed' });
  other.hears();
  await expect.poll(() => other.connections.find(id).requirePresence).toBe(true);
  await other.connections.edit(id, { requirePresence: false });
});

test('applies another process’s change immediately, including the safety level, and publishes it', async () => {
  const { one, other, id } = await both();
  await one.connections.edit(id, { safety: 'read-only' });
  other.hears();
  await expect.poll(() => other.connections.find(id).safety).toBe('read-only');
  expect(other.topic.get().value).toMatchObject([{ id, safety: 'read-only' }]);
  await one.connections.remove(id);
  other.hears();
  await expect.poll(() => other.connections.has(id)).toBe(false);
});

test.each([
  ['is notified of it', ({ other }: { other: Process }) => other.hears()],
  ['changes something else', ({ other, id }: { other: Process; id: string }) => void other.connections.updateDisplay(id, { pinned: true })],
])('a process that %s deletes the accounts of the former destination before and after the change', async (_what, cause) => {
  const { one, other, id } = await both();
  await one.connections.edit(id, moved);
  expect(other.forgotten).toEqual([]);
  cause({ other, id });
  await expect.poll(() => other.forgotten).toEqual(['https://one.test', 'https://two.test']);
});

test.each([
  ['another form of the same base URL', { baseUrl: 'https://ONE.test:443/api/v1/' }],
  ['another name', { name: 'Ours' }],
  ['another key', { keys: { client: key('pck', 'c') } }],
])('keeps accounts for %s', async (_what, change) => {
  const { one, other, id } = await both();
  await one.connections.edit(id, change);
  other.hears();
  await expect.poll(() => other.connections.find(id)).toEqual(one.connections.find(id));
  expect([one.forgotten, other.forgotten]).toEqual([[], []]);
});

test('resets the detected features for a key of another kind, and keeps them for a replaced key', async () => {
  const { one, id } = await both();
  const found = { release: '2.8.4', features: {}, at: 1 };
  expect(await one.connections.detected(id, found, await one.connections.target(id))).toBe(true);
  await one.connections.edit(id, { keys: { client: key('pck', 'e') } });
  expect(one.connections.find(id).detected).not.toBeNull();
  await one.connections.edit(id, { keys: { admin: key('sak', 'e') } });
  expect(one.connections.find(id).detected).toBeNull();
});

test.each([
  ['another server', moved],
  ['another project', { projectId: 'internal' }],
  ['a key of another kind', { keys: { admin: key('sak', 'e') } }],
  ['a removed key', { keys: { client: null } }],
])('does not store an unfinished detection for %s', async (_what, change) => {
  const { one, other, id } = await both();
  const target = await one.connections.target(id);
  await other.connections.edit(id, change);
  expect(await one.connections.detected(id, { release: '2.8.4', features: {}, at: 1 }, target)).toBe(false);
  expect(one.connections.find(id).detected).toBeNull();
});

test('addAll sees connections that another process has added', async () => {
  const { one, other } = await both();
  const fields = { name: 'Twice', baseUrl: 'https://two.test', projectId: draft.projectId, environment: 'staging', colour: null } as const;
  const missing = { ...fields, handlerBase: '/handler', safety: 'normal', requirePresence: false, group: null } as const;
  const once = ({ connections }: Process) =>
    connections.addAll((records) => (records.some(({ name }) => name === 'Twice') ? [] : [missing]));
  const added = await Promise.all([once(one), once(other), once(one)]);
  expect(added.flat()).toHaveLength(1);
});
