/** No secret key reaches a server that doesn't respond as the service does, unless the user confirmed its host. */

import { describe, expect, test } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { completed } from '#tests/support/main/connection-targets.ts';
import {
  createFakeWorkers,
  createLockableStore,
  createScriptedTransport,
  reportOf,
  response,
  type ScriptedTransport,
  seededRandom,
} from '#tests/support/main/test-ports.ts';
import { createConnections } from '../records/connections';
import { noConnections } from '../records/connections-file';
import { checkDraft } from '../records/draft';
import { checkService } from '../remote/check-service';
import { detectRelease } from '../remote/releases/detect-release';
import { probeRows } from '../remote/releases/probe-endpoints';
import { createSender } from '../remote/send';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { createTopic } from '../runtime/topics';
import { memoryFile } from '../storage/json-file';
import { testConnection } from './connection-test';

const key = (prefix: string) => `${prefix}_${'a'.repeat(45)}`;
const draft = {
  name: 'Mine',
  baseUrl: 'https://wiki.test:8443/runbook',
  projectId: '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063',
  environment: 'production' as const,
};
const keys = { client: key('pck'), server: key('ssk'), admin: key('sak') };
const host = 'wiki.test:8443';
const apiRoot = 'Welcome to the API endpoint!\n\nAuthentication: None\n';

type Respond = (url: string) => ReturnType<typeof response>;
const service: Respond = (url) => (url.endsWith('/api/v1') ? response(apiRoot) : response({ items: [] }));
const page: Respond = () => response('<!doctype html><title>Runbook</title>', { headers: { 'content-type': 'text/html' } });
const foreign: readonly (readonly [string, Respond])[] = [
  ['a web page', page],
  ['another program', () => response({ ok: true })],
  ['a page that is missing', () => response('', { status: 404 })],
  ['a redirect', () => response('', { status: 302, headers: { location: 'https://elsewhere.test/' } })],
  ['a permanent redirect', () => response('', { status: 301, headers: { location: 'https://elsewhere.test/' } })],
];

async function setUp(first: Respond) {
  let respond = first;
  const clock = createFakeClock({ hasteUpTo: 1_000 });
  const state = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
  const topic = createTopic<Connection[]>('connections.list', [], () => undefined);
  const transport: ScriptedTransport = createScriptedTransport(({ url }) => respond(url));
  let made = 0;
  const connections = createConnections({
    file: memoryFile(noConnections),
    secrets: createLockableStore(),
    sandbox: createSandboxProcess({ spawnWorker: createFakeWorkers().spawnWorker, clock }, '/nowhere', state),
    topic,
    onFileChange: () => undefined,
    newId: () => `id-${++made}`,
    policy: { mayAdd: () => true },
    accounts: { get: () => ({ revision: 1, value: [] }) },
    checkServer: (baseUrl) => checkService(transport, baseUrl),
  });
  await connections.load();
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  const send = async (id: string) =>
    sender.send(probeRows.users, 'project', completed(await connections.target(id)), { query: { limit: 1 } }, { once: true });
  const detect = async (id: string) => detectRelease(sender, completed(await connections.target(id)));
  const runTest = async (asked: Parameters<typeof connections.testTarget>[0]) =>
    testConnection(completed(await connections.testTarget(asked)), { transport, sender, clock });
  const imported = async () => (await connections.addUnless(() => false, checkDraft({ ...draft, keys }))) ?? '';
  return {
    connections,
    send,
    detect,
    runTest,
    imported,
    shown: (id: string) => topic.get().value.find((known) => known.id === id),
    becomes: (next: Respond) => {
      respond = next;
    },
    keyedRequests: () => transport.requests.filter(({ headers }) => /ssk_|sak_/.test(JSON.stringify(headers))).length,
    requests: () => transport.requests.length,
  };
}

describe.each(foreign)('%s', (_what, respond) => {
  test('gets no key by an addition, and the connection is not added', async () => {
    const { connections, keyedRequests } = await setUp(respond);
    expect(await reportOf(connections.add({ ...draft, keys }))).toMatchObject({ code: 'server-unconfirmed', details: { host } });
    expect([connections.records(), keyedRequests()]).toEqual([[], 0]);
  });

  test('gets no key by a change of the base URL or of the keys', async () => {
    const { connections, becomes, keyedRequests } = await setUp(service);
    const id = await connections.add({ ...draft, baseUrl: 'https://api.test', keys });
    const open = await connections.add(draft);
    becomes(respond);
    const { baseUrl } = draft;
    expect(await reportOf(connections.edit(id, { baseUrl, keys }))).toMatchObject({ code: 'server-unconfirmed', details: { host } });
    expect(await reportOf(connections.edit(open, { keys: { admin: keys.admin } }))).toMatchObject({ code: 'server-unconfirmed' });
    expect([connections.find(id).baseUrl, connections.find(open).keys, keyedRequests()]).toEqual(['https://api.test', {}, 0]);
  });

  test('gets no key by an import, its copy, a detection, or a test', async () => {
    const { connections, imported, send, detect, runTest, shown, keyedRequests } = await setUp(respond);
    const id = await imported();
    const copy = await connections.duplicate(id);
    for (const each of [id, copy]) {
      expect(await reportOf(send(each))).toMatchObject({ code: 'server-unconfirmed', details: { host } });
      await detect(each);
      await runTest({ id: each });
      expect(shown(each)?.uncheckedHost).toBe(host);
    }
    await runTest({ draft: { ...draft, keys } });
    expect(keyedRequests()).toBe(0);
  });

  test('gets the keys once the user has confirmed its host', async () => {
    const { connections, imported, send, shown, keyedRequests } = await setUp(respond);
    const id = await connections.add({ ...draft, keys }, host);
    await reportOf(send(id));
    expect([keyedRequests(), shown(id)?.uncheckedHost]).toEqual([1, undefined]);
    const other = await imported();
    expect(await reportOf(connections.confirmServer(other, 'wiki.test'))).toEqual({ code: 'connection-changed' });
    await connections.confirmServer(other, host);
    await reportOf(send(other));
    expect([keyedRequests(), shown(other)?.uncheckedHost]).toEqual([2, undefined]);
  });
});

test.each(['wiki.test', 'other.test:8443', 'WIKI.test:8443', ''])('a confirmation of %j is for another host', async (confirmed) => {
  const { connections, keyedRequests } = await setUp(page);
  expect(await reportOf(connections.add({ ...draft, keys }, confirmed))).toMatchObject({ code: 'server-unconfirmed' });
  expect(keyedRequests()).toBe(0);
});

test('a server that responds as the service gets the keys without a question, and is checked once', async () => {
  const { connections, send, imported, requests, keyedRequests } = await setUp(service);
  const id = await connections.add({ ...draft, keys });
  expect(requests()).toBe(2);
  await send(id);
  await send(await imported());
  await send(id);
  expect([requests(), keyedRequests()]).toEqual([7, 3]);
});

test('a connection that is added while its server is away is checked by its first request', async () => {
  const away: Respond = () => {
    throw fail('unreachable');
  };
  const { connections, send, becomes, shown, keyedRequests } = await setUp(away);
  const id = await connections.add({ ...draft, keys });
  expect(await reportOf(send(id))).toEqual({ code: 'unreachable' });
  becomes(page);
  expect(await reportOf(send(id))).toMatchObject({ code: 'server-unconfirmed', details: { host, reason: 'web-page-answers' } });
  expect([keyedRequests(), shown(id)?.uncheckedHost]).toEqual([0, host]);
  becomes(service);
  await send(id);
  expect([keyedRequests(), shown(id)?.uncheckedHost]).toEqual([1, undefined]);
});

test('another base URL of the same host is another server', async () => {
  const { connections, becomes, keyedRequests } = await setUp(page);
  const id = await connections.add({ ...draft, keys }, host);
  becomes(page);
  const change = { baseUrl: 'https://wiki.test:8443/other', keys };
  expect(await reportOf(connections.edit(id, change))).toMatchObject({ code: 'server-unconfirmed', details: { host } });
  await connections.edit(id, change, host);
  expect([connections.find(id).serverChecked, keyedRequests()]).toEqual([true, 0]);
});

test.each([
  ['no keys', {}],
  ['the publishable key only', { client: keys.client }],
])('a connection with %s is added without a check', async (_what, some) => {
  const { connections, requests, shown } = await setUp(page);
  const id = await connections.add({ ...draft, keys: some });
  expect([requests(), shown(id)?.uncheckedHost]).toEqual([0, undefined]);
});
