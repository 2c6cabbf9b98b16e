/** Connections that are tested while another window changes where they point. */

import { expect, test } from 'vitest';
import type { ConnectionChange } from '#contract/bridge/connection-draft.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { completed } from '#tests/support/main/connection-targets.ts';
import { createDelayedStore } from '#tests/support/main/delayed-store.ts';
import {
  createFakeWorkers,
  createScriptedTransport,
  reportOf,
  response,
  type ScriptedTransport,
  seededRandom,
} from '#tests/support/main/test-ports.ts';
import { createConnections } from '../records/connections';
import { noConnections } from '../records/connections-file';
import { createSender } from '../remote/send';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { createTopic } from '../runtime/topics';
import { memoryFile } from '../storage/json-file';
import { testConnection } from './connection-test';

const key = (prefix: string) => `${prefix}_${'a'.repeat(45)}`;
const keys = { client: key('pck'), server: key('ssk'), admin: key('sak') };
const draft = {
  name: 'Mine',
  baseUrl: 'https://one.test',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production' as const,
  keys,
};
const elsewhere = { baseUrl: 'https://two.test', keys: { client: null, server: null, admin: null } };
const apiRoot = 'Welcome to the Stack API endpoint!\n\nAuthentication: None\n';

async function setUp() {
  const secrets = createDelayedStore();
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const state = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
  let made = 0;
  const connections = createConnections({
    file: memoryFile(noConnections),
    secrets,
    sandbox: createSandboxProcess({ spawnWorker: createFakeWorkers().spawnWorker, clock }, '/nowhere', state),
    topic: createTopic<Connection[]>('connections.list', [], () => undefined),
    onFileChange: () => undefined,
    newId: () => `id-${++made}`,
    policy: { mayAdd: () => true },
    accounts: { get: () => ({ revision: 1, value: [] }) },
    checkServer: async () => undefined,
  });
  await connections.load();
  const transport = createScriptedTransport(({ url }) => (url.endsWith('/api/v1') ? response(apiRoot) : response({ items: [] })));
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  const id = await secrets.run(connections.add(draft), 1);
  const runTest = async (asked: { id?: string; draft?: ConnectionChange }) =>
    testConnection(completed(await connections.testTarget(asked)), { transport, sender, clock });
  return { connections, secrets, transport, id, runTest };
}

/** Returns the keys that reached a server, by its origin. */
function sentTo({ requests }: ScriptedTransport, origin: string): string[] {
  const sent = requests.filter(({ url }) => new URL(url).origin === origin).map((request) => JSON.stringify(request));
  return Object.values(keys).filter((value) => sent.some((text) => text.includes(value)));
}

const rounds = 200;

test.each([
  ['as it is', undefined],
  ['with a draft that changes nothing about its keys', { name: 'Ours' }],
  ['with a draft that names the new server', { baseUrl: 'https://two.test' }],
  ['with a draft that removes one key', { keys: { server: null } }],
])('sends stored keys only to the server for which they were entered: a test %s', async (_what, change) => {
  const reachedOwn = new Set<string>();
  for (let seed = 1; seed <= rounds; seed += 1) {
    const { connections, secrets, transport, id, runTest } = await setUp();
    const steps = [() => runTest({ id, ...(change ? { draft: change } : {}) }), () => connections.edit(id, elsewhere)];
    const both = (seed % 2 === 0 ? steps : steps.toReversed()).map((step) => step());
    const [, edited] = await secrets.run(Promise.allSettled(seed % 2 === 0 ? both : both.toReversed()), seed);
    expect([seed, edited?.status, sentTo(transport, 'https://two.test')]).toEqual([seed, 'fulfilled', []]);
    for (const sent of sentTo(transport, 'https://one.test')) reachedOwn.add(sent);
  }
  // Without a change the keys must reach their server, or the test would prove nothing.
  if (change === undefined) expect([...reachedOwn].sort()).toEqual(Object.values(keys).sort());
});

test('a test reads each key at most once, and only those that it has checks for', async () => {
  const { secrets, id, runTest } = await setUp();
  await secrets.run(runTest({ id, draft: { keys: { server: null } } }), 1);
  expect([secrets.reads.length, new Set(secrets.reads).size]).toEqual([2, 2]);
});

test.each([{ baseUrl: 'https://two.test' }, { projectId: 'internal' }, { keys: {} }])(
  'the sandbox’s connection is tested only where the sandbox is: %o',
  async (change) => {
    const { connections } = await setUp();
    await connections.addSandbox('Demo', 'demo-project');
    expect(await reportOf(connections.testTarget({ id: 'sandbox', draft: change }))).toEqual({
      code: 'bad-input',
      path: Object.keys(change)[0],
    });
  },
);
