/** Stored connections with a fake sandbox and a store that can be locked. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { createConnections } from '#main/records/connections.ts';
import { connectionsFile } from '#main/records/connections-file.ts';
import { createSandboxProcess } from '#main/runtime/sandbox-process.ts';
import { createTopic } from '#main/runtime/topics.ts';
import type { UnreadableFile } from '#main/storage/json-file.ts';
import { createFakeClock } from '../fake-clock';
import { temporaryFolder } from '../temporary-folder';
import { createFakeWorkers, createLockableStore } from './test-ports';

export const demo = {
  project_id: 'demo-project',
  publishable_client_key: 'pck_1',
  secret_server_key: 'ssk_1',
  super_secret_admin_key: 'sak_1',
};
export const ready = {
  type: 'ready',
  url: 'http://127.0.0.1:5000',
  projects: { demo, internal: { ...demo, project_id: 'internal' } },
  demoAccounts: [{ email: 'a@b.c', password: 'p' }],
};
export const key = (prefix: string, letter: string) => `${prefix}_${letter.repeat(45)}`;
export const draft = {
  name: 'Mine',
  baseUrl: 'https://api.test',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production' as const,
};
export const own = { id: 'own', kind: 'project', name: 'Mine', baseUrl: 'https://api.test', projectId: 'p', environment: 'production' };

/** A store that can be locked, and whose values can be read. */
function createListedStore() {
  const store = createLockableStore();
  const held = new Map<string, string>();
  return Object.assign(store, {
    items: () => [...held.values()],
    ...watched(store, held),
  });
}

function watched({ set, delete: remove }: ReturnType<typeof createLockableStore>, held: Map<string, string>) {
  return {
    async set(item: string, value: string) {
      await set(item, value);
      held.set(item, value);
    },
    async delete(item: string) {
      await remove(item);
      held.delete(item);
    },
  };
}

export async function setUpConnections(records: readonly unknown[] = []) {
  const folder = await temporaryFolder();
  if (records.length > 0)
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 1, data: records }));
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const aside: UnreadableFile[] = [];
  const { spawnWorker, workers } = createFakeWorkers();
  const sandbox = createSandboxProcess(
    { spawnWorker, clock },
    folder,
    createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined),
  );
  const secrets = createListedStore();
  const topic = createTopic<Connection[]>('connections.list', [], () => undefined);
  let made = 0;
  const forgetAccounts = vi.fn(async (_id: string): Promise<unknown> => undefined);
  const openFile = () => connectionsFile(folder, clock, (what) => aside.push(what));
  const open = (file = openFile()) => {
    const connections = createConnections({
      file,
      secrets,
      sandbox,
      topic,
      onFileChange: () => undefined,
      newId: () => `id-${++made}`,
      policy: { mayAdd: () => true },
      accounts: { get: () => ({ revision: 1, value: [] }) },
      checkServer: async () => undefined,
    });
    connections.onLeave(forgetAccounts);
    return connections;
  };
  const connections = open();
  await connections.load();
  const startSandbox = async (said: unknown = ready) => {
    const starting = sandbox.start();
    workers.at(-1)?.say(said);
    await starting;
    await connections.publish();
  };
  return { connections, open, openFile, topic, secrets, sandbox, startSandbox, workers, aside, forgetAccounts };
}
