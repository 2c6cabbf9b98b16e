import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { createFakeWorkers, createLockableStore, reportOf } from '../../../tests/support/test-ports';
import type { Connection } from '../../contract/bridge/connections';
import type { SandboxState } from '../../contract/bridge/sandbox';
import { createSandboxProcess } from '../sandbox/sandbox-process';
import type { SetAside } from '../storage/json-file';
import { createTopic } from '../topic';
import { createConnections, keyItem } from './connections';
import { connectionsFile } from './connections-file';

const demo = { project_id: 'demo-project', publishable_client_key: 'pck_1', secret_server_key: 'ssk_1', super_secret_admin_key: 'sak_1' };
const ready = { type: 'ready', url: 'http://127.0.0.1:5000', projects: { demo }, demoAccounts: [{ email: 'a@b.c', password: 'p' }] };
const own = { id: 'own', kind: 'project', name: 'Mine', baseUrl: 'https://api.test', projectId: 'p', environment: 'production' };

async function setUp(records: readonly unknown[] = []) {
  const folder = await temporaryFolder();
  if (records.length > 0)
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ format: 'latchkey/connections', version: 1, data: records }));
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const aside: SetAside[] = [];
  const { spawnWorker, workers } = createFakeWorkers();
  const sandbox = createSandboxProcess(
    spawnWorker,
    folder,
    clock,
    createTopic<SandboxState>('s', { state: 'stopped' }, () => undefined),
  );
  const secrets = createLockableStore();
  const topic = createTopic<Connection[]>('connections.changed', [], () => undefined);
  const open = () => createConnections({ file: connectionsFile(folder, clock, (what) => aside.push(what)), secrets, sandbox, topic });
  const connections = open();
  await connections.load();
  const startSandbox = async (said: unknown = ready) => {
    const starting = sandbox.start();
    workers.at(-1)?.say(said);
    await starting;
    await connections.publish();
  };
  return { connections, open, topic, secrets, sandbox, startSandbox, workers, aside };
}

describe('the sandbox’s connection', () => {
  test('shows its address while it runs, and all its credentials whether it runs or not', async () => {
    const { connections, topic, startSandbox, sandbox } = await setUp();
    await connections.addSandbox('Demo', 'demo-project');
    const stopped = {
      id: 'sandbox',
      kind: 'sandbox',
      name: 'Demo',
      baseUrl: '',
      projectId: 'demo-project',
      environment: 'development',
      credentials: { client: true, server: true, admin: true },
    };
    expect(topic.get().value).toEqual([stopped]);
    await startSandbox();
    expect(topic.get().value).toEqual([{ ...stopped, baseUrl: ready.url, credentials: { client: true, server: true, admin: true } }]);
    expect(JSON.stringify(topic.get().value)).not.toMatch(/[ps][cas]k_1/);
    sandbox.stop();
    await connections.publish();
    expect(topic.get().value).toEqual([stopped]);
  });

  test('leads to the sandbox that runs now', async () => {
    const { connections, startSandbox, sandbox, workers } = await setUp();
    await connections.addSandbox('Demo', 'demo-project');
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
    await startSandbox();
    const target = await connections.target('sandbox');
    expect(target).toMatchObject({
      baseUrl: ready.url,
      projectId: 'demo-project',
      keys: { publishableKey: 'pck_1', serverKey: 'ssk_1', adminKey: 'sak_1' },
    });
    workers.at(-1)?.exit(1);
    expect(target.gone?.aborted).toBe(true);
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
    await startSandbox({ ...ready, url: 'http://127.0.0.1:6000' });
    expect((await connections.target('sandbox')).baseUrl).toBe('http://127.0.0.1:6000');
    expect(sandbox.ready).not.toBeNull();
  });

  test('waits for the sandbox that is starting, and fails with it', async () => {
    const { connections, sandbox, workers } = await setUp();
    await connections.addSandbox('Demo', 'demo-project');
    const started = [sandbox.start(), connections.target('sandbox')] as const;
    workers.at(-1)?.say(ready);
    expect((await started[1]).baseUrl).toBe(ready.url);
    sandbox.stop();
    const failing = [reportOf(sandbox.start()), reportOf(connections.target('sandbox'))] as const;
    workers.at(-1)?.exit(1);
    expect(await Promise.all(failing)).toEqual([{ code: 'sandbox-failed' }, { code: 'sandbox-failed' }]);
    expect(await reportOf(connections.target('sandbox'))).toEqual({ code: 'sandbox-stopped' });
  });

  test('follows the sandbox when its data was thrown away', async () => {
    const { connections, topic, startSandbox } = await setUp();
    await connections.addSandbox('Demo', 'another-project');
    await startSandbox();
    expect([(await connections.target('sandbox')).projectId, topic.get().value[0]?.projectId]).toEqual(['demo-project', 'demo-project']);
  });

  test('is there once, however often it is added', async () => {
    const { connections, topic, open } = await setUp([own]);
    await Promise.all([connections.addSandbox('One', 'p'), connections.addSandbox('Two', 'p')]);
    expect(topic.get().value.map(({ id, name }) => [id, name])).toEqual([
      ['own', 'Mine'],
      ['sandbox', 'Two'],
    ]);
    const later = open();
    expect(later.has('sandbox')).toBe(false);
    await later.load();
    expect(later.has('sandbox')).toBe(true);
  });
});

describe('a connection of one’s own', () => {
  test('has the keys that are in the keychain', async () => {
    const { connections, topic, secrets } = await setUp([own]);
    await secrets.set(keyItem('own', 'serverKey'), 'ssk_2');
    await connections.publish();
    expect(topic.get().value).toMatchObject([{ baseUrl: 'https://api.test', credentials: { client: false, server: true, admin: false } }]);
    const target = await connections.target('own');
    expect(target).toEqual({ baseUrl: 'https://api.test', projectId: 'p', keys: { serverKey: 'ssk_2' } });
  });

  test('is renamed on disk and in every window', async () => {
    const { connections, topic, open } = await setUp([own]);
    await connections.rename('own', 'Yours');
    expect(topic.get().value[0]?.name).toBe('Yours');
    const later = open();
    await later.load();
    expect(topic.get().value[0]?.name).toBe('Yours');
  });

  test('is removed with its keys', async () => {
    const { connections, topic, secrets } = await setUp([own, { ...own, id: 'other' }]);
    for (const id of ['own', 'other']) await secrets.set(keyItem(id, 'adminKey'), 'sak_2');
    await connections.remove('own');
    expect([topic.get().value.map(({ id }) => id), connections.has('own')]).toEqual([['other'], false]);
    expect([await secrets.get(keyItem('own', 'adminKey')), await secrets.get(keyItem('other', 'adminKey'))]).toEqual([null, 'sak_2']);
  });

  test('a locked keychain is an error, not a connection without keys', async () => {
    const { connections, secrets } = await setUp([own]);
    secrets.locked = true;
    expect(await reportOf(connections.target('own'))).toEqual({ code: 'keychain-locked' });
  });

  test('is listed while the keychain is locked, and cannot be removed before its keys can', async () => {
    const { connections, topic, secrets, open } = await setUp([own]);
    await secrets.set(keyItem('own', 'adminKey'), 'sak_2');
    secrets.locked = true;
    const later = open();
    await later.load();
    expect(topic.get().value.map(({ id }) => id)).toEqual(['own']);
    expect(await reportOf(connections.remove('own'))).toEqual({ code: 'keychain-locked' });
    expect(connections.has('own')).toBe(true);
    secrets.locked = false;
    await connections.remove('own');
    expect([connections.has('own'), await secrets.get(keyItem('own', 'adminKey'))]).toEqual([false, null]);
  });
});

test.each(['', 'nobody', '__proto__', 'constructor', 'OWN'])('"%s" is `unknown-connection`', async (id) => {
  const { connections, topic } = await setUp([own]);
  expect(connections.has(id)).toBe(false);
  for (const asking of [() => connections.target(id), () => connections.rename(id, 'x'), () => connections.remove(id)]) {
    expect(await reportOf(asking())).toEqual({ code: 'unknown-connection' });
  }
  expect(topic.get().value.map((known) => known.name)).toEqual(['Mine']);
});

test.each([
  { what: 'a secret', record: { ...own, serverKey: 'ssk' } },
  { what: 'no id', record: { ...own, id: undefined } },
  { what: 'another kind', record: { ...own, kind: 'cloud' } },
  { what: 'another environment', record: { ...own, environment: 'moon' } },
])('a file with $what is set aside', async ({ record }) => {
  const { topic, aside } = await setUp([own, record]);
  expect([topic.get().value, aside.map(({ kind }) => kind)]).toEqual([[], ['file-set-aside']]);
});
