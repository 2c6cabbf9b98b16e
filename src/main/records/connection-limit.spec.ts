import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { maxConnections } from '#contract/limits.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakeWorkers, reportOf } from '#tests/support/main/test-ports.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { readImport } from '../administration/transfer/plain-list';
import { createMemoryStore } from '../keychain/memory-store';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { createTopic } from '../runtime/topics';
import { type Connections, createConnections } from './connections';
import { type ConnectionRecord, connectionsFile, noConnections, withDefaults } from './connections-file';

const baseUrl = 'https://api.test';
const draft = { name: 'Mine', baseUrl, projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063', environment: 'production' } as const;
const key = `sak_${'a'.repeat(45)}`;

const recordAt = (index: number): ConnectionRecord =>
  withDefaults({ id: `c${index}`, kind: 'project', name: `N${index}`, baseUrl, projectId: 'internal', environment: 'production' });

/** Several processes on one data folder that has `count` connections. */
async function setUp(count: number, processes = 1) {
  const folder = await temporaryFolder();
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const written: string[] = [];
  const secrets = createMemoryStore();
  const file = () => connectionsFile(folder, clock, () => undefined);
  await file().update(() => ({ ...noConnections, connections: Array.from({ length: count }, (_, index) => recordAt(index)) }));
  let made = 0;
  const open = async (): Promise<Connections> => {
    const state = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
    const connections = createConnections({
      file: file(),
      secrets: {
        ...secrets,
        kind: 'system',
        async set(item, value) {
          written.push(item);
          await secrets.set(item, value);
        },
      },
      sandbox: createSandboxProcess({ spawnWorker: createFakeWorkers().spawnWorker, clock }, folder, state),
      topic: createTopic<Connection[]>('connections.list', [], () => undefined),
      onFileChange: () => undefined,
      newId: () => `id-${++made}`,
      policy: { mayAdd: () => true },
      accounts: { get: () => ({ revision: 1, value: [owner] }) },
      checkServer: async () => undefined,
    });
    await connections.load();
    return connections;
  };
  const opened = await Promise.all(Array.from({ length: processes }, open));
  const stored = async () => (await file().read()).connections.length;
  const keysLeft = async () => (await Promise.all(written.map((item) => secrets.get(item)))).filter((value) => value !== null);
  return { opened, stored, keysLeft };
}

const owner: Account = { ...sampleAccount, connectionId: 'c0' };
const owned = { internalConnectionId: 'c0', accountId: 'a', projectId: draft.projectId, name: 'Owned' };
const additions: readonly { readonly name: string; readonly run: (connections: Connections) => Promise<unknown> }[] = [
  { name: 'add', run: (connections) => connections.add({ ...draft, keys: { admin: key } }) },
  { name: 'openOwned', run: (connections) => connections.openOwned(owned) },
  { name: 'duplicate', run: (connections) => connections.duplicate('c1') },
  { name: 'addSandbox', run: (connections) => connections.addSandbox('Demo', 'demo') },
  {
    name: 'addAll',
    run: (connections) =>
      connections.addAll(() => [
        { ...draft, colour: null, handlerBase: '/handler', safety: 'normal', requirePresence: false, group: null },
      ]),
  },
];

describe.each(additions)('$name', ({ run }) => {
  test('adds the last connection that there is room for', async () => {
    const { opened, stored } = await setUp(maxConnections - 1);
    for (const connections of opened) await run(connections);
    expect(await stored()).toBe(maxConnections);
  });

  test('fails when there is no room, and leaves no key behind', async () => {
    const { opened, stored, keysLeft } = await setUp(maxConnections);
    for (const connections of opened) expect(await reportOf(run(connections))).toEqual({ code: 'too-many-connections' });
    expect([await stored(), await keysLeft()]).toEqual([maxConnections, []]);
  });

  test('counts what another process added', async () => {
    const { opened, stored } = await setUp(maxConnections - 1, 2);
    const outcomes = await Promise.allSettled([...opened.map(run), ...opened.map((connections) => connections.add(draft))]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await stored()).toBe(maxConnections);
  });
});

test('an import adds as many as there is room for', async () => {
  const { opened, stored } = await setUp(maxConnections - 1);
  const { name, environment, projectId } = draft;
  const entry = { name, baseUrl, projectId, environment, colour: null, handlerBase: '/handler', safety: 'normal', group: null };
  const text = JSON.stringify({ format: 'latchkey/connections-export', version: 1, connections: [entry, { ...entry, name: 'Two' }] });
  const added = await opened[0]?.addAll((records) => readImport(text, records).added);
  expect([added?.length, await stored()]).toEqual([1, maxConnections]);
});

test('a file that already has more keeps them: they can be changed and removed', async () => {
  const { opened, stored } = await setUp(maxConnections + 2);
  for (const connections of opened) {
    await connections.updateDisplay('c5', { name: 'Renamed' });
    await connections.edit('c6', { name: 'Edited' });
    await connections.remove('c7');
    expect([connections.find('c5').name, connections.find('c6').name]).toEqual(['Renamed', 'Edited']);
    expect(await reportOf(connections.add(draft))).toEqual({ code: 'too-many-connections' });
  }
  expect(await stored()).toBe(maxConnections + 1);
});
