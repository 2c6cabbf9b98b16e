/** Connections that another window or another process changes at the same time. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { createFakeWorkers, createLockableStore, reportOf } from '../../../../tests/support/test-ports';
import type { Connection } from '../../../contract/bridge/connections';
import type { SandboxState } from '../../../contract/bridge/sandbox';
import { systemClock } from '../../runtime/system-clock';
import { createTopic } from '../../runtime/topic';
import { createSandboxProcess } from '../../sandbox/sandbox-process';
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
  /** As when the file was seen to change. */
  readonly hears: () => void;
  /** The servers that the connection pointed to here when its accounts were forgotten. */
  readonly forgotten: readonly (string | null)[];
}

/** Two programs on one profile, with one keychain. */
async function twoProcesses(): Promise<[Process, Process]> {
  const folder = await temporaryFolder();
  const secrets = createLockableStore();
  let made = 0;
  const open = async (): Promise<Process> => {
    const state = createTopic<SandboxState>('sandbox', { state: 'stopped' }, () => undefined);
    const topic = createTopic<Connection[]>('connections.changed', [], () => undefined);
    const forgotten: (string | null)[] = [];
    let hears: () => void = () => undefined;
    const connections = createConnections({
      file: connectionsFile(folder, systemClock, () => undefined),
      secrets,
      sandbox: createSandboxProcess(createFakeWorkers().spawnWorker, join(folder, 'sandbox'), systemClock, state),
      topic,
      onFileChange: (listener) => {
        hears = listener;
      },
      newId: () => `id-${++made}`,
      accounts: () => [],
    });
    connections.onLeave(async (id) => forgotten.push(connections.find(id).baseUrl));
    await connections.load();
    return { connections, topic, hears: () => hears(), forgotten };
  };
  return [await open(), await open()];
}

/** A connection that both know. */
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
  ['an address beside the old one', { baseUrl: 'https://one.test/base', keys: { client: key('pck', 'c') } }],
  ['an address alone', { baseUrl: 'https://one.test/base' }],
  ['a key alone', { keys: { server: key('ssk', 'c') } }],
  ['another project', { projectId: 'internal' }],
])('what was given for a server that a connection has left is not kept: %s', async (_what, change) => {
  for (const kind of ['window', 'process'] as const) {
    const { one, other, id } = await both();
    const late = kind === 'window' ? one : other;
    const outcomes = await Promise.allSettled([one.connections.edit(id, moved), late.connections.edit(id, change)]);
    // Whichever came second: it has to be looked at again, or takes keys along that it does not name.
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

test('what does not matter for where it leads is changed side by side', async () => {
  const { one, other, id } = await both();
  await Promise.all([one.connections.edit(id, moved), other.connections.edit(id, { name: 'Ours', safety: 'read-only' })]);
  one.hears();
  await expect.poll(() => one.connections.find(id)).toMatchObject({ baseUrl: 'https://two.test', name: 'Ours', safety: 'read-only' });
});

test('a key that another window took is asked for again before the connection leads to another server', async () => {
  const { one, other, id } = await both();
  await one.connections.edit(id, { keys: { server: key('ssk', 'd') } });
  expect(await reportOf(other.connections.edit(id, moved))).toEqual({ code: 'keys-needed-again', path: 'keys.server' });
});

test('another process’s change is known at once, its safety level above all, and is said to the windows', async () => {
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
])('accounts of where a connection pointed are forgotten in a process that %s, before and after', async (_what, cause) => {
  const { one, other, id } = await both();
  await one.connections.edit(id, moved);
  expect(other.forgotten).toEqual([]);
  cause({ other, id });
  await expect.poll(() => other.forgotten).toEqual(['https://one.test', 'https://two.test']);
});

test.each([
  ['another path of the same server', { baseUrl: 'https://one.test/base' }],
  ['another name', { name: 'Ours' }],
  ['another key', { keys: { client: key('pck', 'c') } }],
])('accounts stay for %s', async (_what, change) => {
  const { one, other, id } = await both();
  await one.connections.edit(id, change);
  other.hears();
  await expect.poll(() => other.connections.find(id)).toEqual(one.connections.find(id));
  expect([one.forgotten, other.forgotten]).toEqual([[], []]);
});

test('what is known of the service is found out anew with a key of another kind, and kept with one in its place', async () => {
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
  ['a key less', { keys: { client: null } }],
])('a detection that was under way is not remembered for %s', async (_what, change) => {
  const { one, other, id } = await both();
  const target = await one.connections.target(id);
  await other.connections.edit(id, change);
  expect(await one.connections.detected(id, { release: '2.8.4', features: {}, at: 1 }, target)).toBe(false);
  expect(one.connections.find(id).detected).toBeNull();
});

test('what is added in view of what is there sees what another process has added', async () => {
  const { one, other } = await both();
  const fields = { name: 'Twice', baseUrl: 'https://two.test', projectId: draft.projectId, environment: 'staging', colour: null } as const;
  const missing = { ...fields, handlerBase: '/handler', safety: 'normal', group: null } as const;
  const once = ({ connections }: Process) =>
    connections.addAll((records) => (records.some(({ name }) => name === 'Twice') ? [] : [missing]));
  const added = await Promise.all([once(one), once(other), once(one)]);
  expect(added.flat()).toHaveLength(1);
});
