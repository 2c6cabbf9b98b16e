import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { SandboxState } from '#contract/bridge/sandbox.ts';
import { createFakeWorkers, createLockableStore, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createSandboxProcess } from '../runtime/sandbox-process';
import { systemClock } from '../runtime/system-clock';
import { createTopic } from '../runtime/topics';
import { ownerOf } from './connection-additions';
import { createConnections } from './connections';
import { connectionsFile } from './connections-file';

const projectId = '6fbbf22e-f4b2-4c6e-95a1-beab6fa41063';
const dashboard = { name: 'Dashboard', baseUrl: 'https://api.test', projectId: 'internal', environment: 'production' } as const;

/** Two processes of a profile with a connection to project `internal`, and functions to open projects. */
async function setUp() {
  const folder = await temporaryFolder();
  const accounts: Account[] = [];
  let made = 0;
  const open = async () => {
    const state = createTopic<SandboxState>('sandbox.state', { state: 'stopped' }, () => undefined);
    const connections = createConnections({
      file: connectionsFile(folder, systemClock, () => undefined),
      secrets: createLockableStore(),
      sandbox: createSandboxProcess({ spawnWorker: createFakeWorkers().spawnWorker, clock: systemClock }, join(folder, 'sandbox'), state),
      topic: createTopic<Connection[]>('connections.list', [], () => undefined),
      onFileChange: () => undefined,
      newId: () => `id-${++made}`,
      policy: { mayAdd: () => true },
      accounts: { get: () => ({ revision: 1, value: accounts }) },
      checkServer: async () => undefined,
    });
    await connections.load();
    return connections;
  };
  const first = await open();
  const internalConnectionId = await first.add(dashboard);
  const accountOf = (userId: string): Account => ({
    id: `account-${userId}`,
    connectionId: internalConnectionId,
    userId,
    displayName: userId,
    primaryEmail: null,
    state: 'signed-in',
    current: true,
    isShared: false,
  });
  const signIn = (...users: readonly string[]) => void accounts.splice(0, accounts.length, ...users.map(accountOf));
  const ask = (userId: string, own: { projectId?: string; internalConnectionId?: string } = {}) => ({
    internalConnectionId,
    accountId: `account-${userId}`,
    projectId,
    name: 'Shop',
    ...own,
  });
  return { first, second: await open(), signIn, ask, accountOf, internalConnectionId };
}

test('a project has one connection for its owner, also in several processes', async () => {
  const { first, second, signIn, ask, accountOf } = await setUp();
  signIn('ada');
  const ids = await Promise.all([first, second, first, second].map((connections) => connections.openOwned(ask('ada'))));
  expect(new Set(ids).size).toBe(1);
  const [id = ''] = ids;
  expect(first.find(id)).toMatchObject({ name: 'Shop', projectId, baseUrl: dashboard.baseUrl, owner: ownerOf(accountOf('ada')) });
});

test('a project whose owner has signed out is taken over by the user who opens it', async () => {
  const { first, signIn, ask, accountOf } = await setUp();
  signIn('ada');
  const id = await first.openOwned(ask('ada'));
  signIn('bob');
  expect(await first.openOwned(ask('bob'))).toBe(id);
  expect(first.find(id).owner).toEqual(ownerOf(accountOf('bob')));
  signIn('ada', 'bob');
  expect(await first.openOwned(ask('ada'))).toBe(id);
  expect(first.find(id).owner).toEqual(ownerOf(accountOf('bob')));
});

describe('nothing is opened', () => {
  test('by an unknown account, or one of another connection', async () => {
    const { first, signIn, ask } = await setUp();
    expect(await reportOf(first.openOwned(ask('ada')))).toEqual({ code: 'unknown-account' });
    signIn('ada');
    const other = await first.add({ ...dashboard, name: 'Other' });
    expect(await reportOf(first.openOwned(ask('ada', { internalConnectionId: other })))).toEqual({ code: 'unknown-account' });
  });

  test('through a connection that is not to project internal', async () => {
    const { first, signIn, ask } = await setUp();
    signIn('ada');
    const shop = await first.add({ ...dashboard, name: 'Shop', projectId });
    const asked = ask('ada', { internalConnectionId: shop });
    expect(await reportOf(first.openOwned(asked))).toEqual({ code: 'bad-input', path: 'internalConnectionId' });
  });

  test('where the connection has moved to another server in another process', async () => {
    const { first, second, signIn, ask, internalConnectionId } = await setUp();
    signIn('ada');
    await second.edit(internalConnectionId, { baseUrl: 'https://else.test' });
    expect(await reportOf(first.openOwned(ask('ada')))).toEqual({ code: 'connection-changed' });
    expect(first.records()).toHaveLength(1);
  });
});
