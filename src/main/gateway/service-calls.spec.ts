import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { completed, incomplete } from '../../../tests/support/connection-targets';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { sampleConnection } from '../../../tests/support/sample-connection';
import { reportOf } from '../../../tests/support/test-ports';
import type { KnownFeatures } from '../../contract/bridge/connections';
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { SafetyLevel } from '../../contract/bridge/safety';
import type { ServiceCall } from '../../contract/dispatch';
import { type AppError, fail } from '../../contract/errors';
import type { Catalogue, Endpoint, Variant } from '../../contract/kit';
import { catalogue } from '../../contract/service/index';
import type { ConnectionTarget } from '../connections/records/connection-target';
import type { ConnectionRecord } from '../connections/records/connections-file';
import type { Detection } from '../remote/releases/releases';
import type { RowInput } from '../remote/request';
import type { Sender, Target, TokenSource } from '../remote/send';
import { createTopic } from '../runtime/topic';
import { createSafety } from './safety';
import { createSecretReferences } from './secret-references';
import { createServiceCalls } from './service-calls';
import { createSlowCalls } from './slow-calls';

const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {} };
const source: TokenSource = { tokens: async () => ({ access: 'jwt', refresh: null }), refuse: () => undefined };
const user = { id: 'u', display_name: 'Ada', primary_email: null, is_anonymous: false };

function setUp(value: unknown = user) {
  const clock = createFakeClock();
  const sendRow = vi.fn<Sender['sendRow']>(async () => value);
  const accounts = {
    isImpersonated: vi.fn(() => false),
    source: vi.fn((accountId: string, _connectionId: string) => {
      if (accountId !== 'a') throw fail('unknown-account');
      return source;
    }),
    describe: vi.fn(async () => undefined),
    complete: (_connectionId: string, plain: ConnectionTarget): Target => ({ ...completed(plain), onServerTime: () => undefined }),
    target: async (): Promise<Target> => Promise.reject(fail('unknown-connection')),
  };
  let features: KnownFeatures = {};
  const know = (found: KnownFeatures) => {
    features = found;
  };
  const stored: { record: ConnectionRecord | undefined } = { record: sampleConnection };
  const connections = {
    find: (id: string) => {
      if (id !== 'c' || stored.record === undefined) throw fail('unknown-connection');
      return stored.record;
    },
    targetOf: async ({ baseUrl }: ConnectionRecord) => {
      const known = features;
      return incomplete({ ...target, baseUrl: baseUrl ?? '', features: async () => known });
    },
  };
  const sender: Sender = {
    sendRow,
    send: (row, actor, to, input, options) => sendRow(row, row.actors[actor] as Variant, to, input as RowInput, options) as never,
  };
  const slowCalls = createSlowCalls(
    createTopic<SlowCall[]>('diagnostics.slowCallsChanged', [], () => undefined),
    clock,
    () => 'slow',
  );
  const { assertStillAllowed } = createSafety(
    clock,
    () => 'question',
    () => false,
  );
  const safety = { check: vi.fn(), assertStillAllowed };
  const nothing: Detection = { release: null, features: {}, at: 0 };
  const releases = { redetect: vi.fn(async () => nothing) };
  const secretReferences = createSecretReferences(clock, () => 'ref');
  const onWrite = vi.fn();
  const callService = createServiceCalls({
    sender,
    connections,
    safety,
    releases,
    sessions: accounts,
    secretReferences,
    slowCalls,
    onWrite,
  });
  return { call: (asked: ServiceCall) => callService(asked, { windowId: 'w' }), sendRow, accounts, safety, releases, know, stored };
}

const asAccount: ServiceCall = {
  name: 'users.me',
  row: catalogue.users.me,
  actor: 'account',
  connectionId: 'c',
  accountId: 'a',
  input: {},
};
const asProject: ServiceCall = {
  name: 'users.read',
  row: catalogue.users.read,
  actor: 'project',
  connectionId: 'c',
  input: { params: { user_id: 'u' } },
};

describe('a call', () => {
  test('of an account is sent with that account’s tokens', async () => {
    const { call, sendRow, accounts } = setUp();
    expect(await call(asAccount)).toEqual(user);
    expect(accounts.source.mock.calls).toEqual([['a', 'c']]);
    expect(sendRow.mock.calls[0]).toMatchObject([
      catalogue.users.me,
      catalogue.users.me.actors.account,
      { projectId: 'p' },
      {},
      { session: source },
    ]);
    expect(sendRow.mock.calls[0]?.[2].onServerTime).toBeDefined();
  });

  test('for own sessions ends the account’s session when it is not listed; one for a user’s sessions does not', async () => {
    const { call, accounts } = setUp({ items: [], is_paginated: false });
    const refuse = vi.fn();
    const tokens = async () => {
      if (refuse.mock.calls.length > 0) throw fail('session-ended');
      return { access: 'jwt', refresh: null };
    };
    accounts.source.mockReturnValue({ tokens, refuse });
    const list = { name: 'auth.sessions', row: catalogue.auth.sessions, connectionId: 'c' };
    expect(await call({ ...list, actor: 'project', input: { query: { user_id: 'u' } } })).toMatchObject({ items: [] });
    const own: ServiceCall = { ...list, actor: 'account', accountId: 'a', input: { query: { user_id: 'me' } } };
    expect(await reportOf(call(own))).toEqual({ code: 'session-ended' });
  });
});

/** Returns an endpoint by its name, as `users.me`. */
function rowOf(name: string): Endpoint {
  const [group = '', key = ''] = name.split('.');
  const row = (catalogue as Catalogue)[group]?.[key];
  if (row === undefined) throw new Error(`no endpoint ${name}`);
  return { ...row, actors: { ...row.actors, account: row.actors.account ?? { access: 'client', response: z.unknown() } } };
}

describe('effect of responses on accounts', () => {
  test.each(['users.me', 'users.updateMe', 'users.read', 'users.update'])('%s updates the account’s name', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name, row: rowOf(name) });
    expect(accounts.describe.mock.calls).toEqual([['c', user]]);
  });

  test.each(['users.list', 'teams.list', 'auth.revokeSession', 'projects.current'])('%s does not update it', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name, row: rowOf(name) });
    expect(accounts.describe).not.toHaveBeenCalled();
  });
});

test('a call succeeds when the user’s name can’t be stored', async () => {
  const { call, accounts } = setUp();
  accounts.describe.mockRejectedValue(fail('profile-not-writable'));
  expect(await call(asAccount)).toEqual(user);
  accounts.describe.mockRejectedValue(new TypeError('ours'));
  await expect(call(asAccount)).rejects.toThrow('ours');
});

describe('a call that the connection’s safety level refuses', () => {
  test('is not sent, and no tokens are read', async () => {
    const { call, sendRow, accounts, safety } = setUp();
    safety.check.mockImplementation(() => {
      throw fail('read-only-connection');
    });
    expect(await reportOf(call(asAccount))).toEqual({ code: 'read-only-connection' });
    expect(safety.check.mock.calls).toEqual([[asAccount, sampleConnection, 'w']]);
    expect([sendRow.mock.calls.length, accounts.source.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('a connection that is changed while a call waits', () => {
  const readProject: ServiceCall = { name: 'projects.read', row: catalogue.projects.read, actor: 'project', connectionId: 'c', input: {} };
  const missing = fail('service-error', { status: 404, text: "404 — this page does not exist in Stack Auth's API." });

  test('does not get the call at its new URL when a missing path is retried', async () => {
    const { call, releases, sendRow, stored, know } = setUp();
    sendRow.mockRejectedValueOnce(missing);
    releases.redetect.mockImplementation(async () => {
      stored.record = { ...sampleConnection, baseUrl: 'http://y.test' };
      know({ 'internal-project-path': true });
      return { release: null, features: {}, at: 0 };
    });
    await call(readProject);
    expect(sendRow.mock.calls.map(([, , to]) => to.baseUrl)).toEqual(['http://x.test', 'http://x.test']);
  });

  test('gets the call with the record that its safety level was checked on', async () => {
    const { call, safety, sendRow, stored } = setUp();
    safety.check.mockImplementation(() => {
      stored.record = { ...sampleConnection, baseUrl: 'http://y.test' };
    });
    await call(readProject);
    expect(sendRow.mock.calls.map(([, , to]) => to.baseUrl)).toEqual(['http://x.test']);
  });
});

describe('a safety level that changes while a call waits', () => {
  const update: ServiceCall = {
    name: 'users.update',
    row: catalogue.users.update,
    actor: 'project',
    connectionId: 'c',
    input: { params: { user_id: 'u' }, body: { display_name: 'Ada' } },
  };
  /** Makes a call and changes the record before the sender checks whether it is still allowed. */
  const callWith = async (asked: ServiceCall, then: SafetyLevel, now: SafetyLevel | null) => {
    const { call, sendRow, stored } = setUp();
    stored.record = { ...sampleConnection, safety: then };
    sendRow.mockImplementation(async (_row, _variant, _target, _input, options) => {
      stored.record = now === null ? undefined : { ...sampleConnection, safety: now };
      options?.assertAllowed?.();
      return user;
    });
    return call(asked).then(
      () => 'sent',
      ({ code }: AppError) => code,
    );
  };

  test.each<[SafetyLevel, SafetyLevel | null, string]>([
    ['normal', 'normal', 'sent'],
    ['normal', 'type-to-destroy', 'sent'],
    ['normal', 'confirm-writes', 'connection-changed'],
    ['normal', 'read-only', 'read-only-connection'],
    ['confirm-writes', 'confirm-writes', 'sent'],
    ['confirm-writes', 'normal', 'sent'],
    ['confirm-writes', 'read-only', 'read-only-connection'],
    ['normal', null, 'unknown-connection'],
  ])('from %s to %s: an update is %s', async (then, now, outcome) => {
    expect(await callWith(update, then, now)).toBe(outcome);
  });

  test.each<SafetyLevel | null>(['read-only', null])('to %s: what only reads is sent', async (now) => {
    expect(await callWith(asProject, 'normal', now)).toBe('sent');
  });
});

describe('an endpoint with different paths in different releases', () => {
  const missing = fail('service-error', { status: 404, text: "404 — this page does not exist in Stack Auth's API." });
  const readProject: ServiceCall = { name: 'projects.read', row: catalogue.projects.read, actor: 'project', connectionId: 'c', input: {} };

  test('is called once more at its new path after the path was missing', async () => {
    const { call, releases, sendRow, know } = setUp();
    sendRow.mockRejectedValueOnce(missing);
    releases.redetect.mockImplementation(async () => {
      know({ 'internal-project-path': true });
      return { release: null, features: {}, at: 0 };
    });
    await call(readProject);
    const known = await Promise.all(sendRow.mock.calls.map(([, , to]) => to.features?.()));
    expect(known).toEqual([{}, { 'internal-project-path': true }]);
    sendRow.mockRejectedValue(missing);
    expect(await reportOf(call(readProject))).toMatchObject({ status: 404 });
  });

  test.each([
    { what: 'a path that is still missing', thrown: missing, asked: 1 },
    { what: 'a user that is missing', thrown: fail('service-error', { status: 404, text: 'Project not found' }), asked: 0 },
  ])('is not sent again after $what', async ({ thrown, asked }) => {
    const { call, releases, sendRow } = setUp();
    sendRow.mockRejectedValue(thrown);
    expect(await reportOf(call(readProject))).toMatchObject({ status: 404 });
    expect([sendRow.mock.calls.length, releases.redetect.mock.calls.length]).toEqual([1, asked]);
  });
});

test('completes a project update with values that would change by being left out', async () => {
  const project = { description: 'Analytical', config: { id: 'config', allow_localhost: true, oauth_providers: [] } };
  const { call, sendRow } = setUp(project);
  const update: ServiceCall = {
    name: 'projects.update',
    row: catalogue.projects.update,
    actor: 'project',
    connectionId: 'c',
    input: { body: { display_name: 'Engines' } },
  };
  await call(update);
  expect(sendRow.mock.calls.map(([row]) => row.method)).toEqual(['GET', 'PATCH']);
  expect(sendRow.mock.calls[1]?.[3]).toEqual({
    body: { display_name: 'Engines', description: 'Analytical', config: { allow_localhost: true } },
  });
});

describe.each([
  ['permissions.updateTeamDefinition', catalogue.permissions.updateTeamDefinition],
  ['permissions.updateProjectDefinition', catalogue.permissions.updateProjectDefinition],
])('%s completes the definition with the fields that later releases would clear', (name, row) => {
  const known = { id: 'writer', description: 'May write', contained_permission_ids: ['reader'] };
  const bare = { id: 'reader', contained_permission_ids: [] };
  test.each([
    ['nothing', 'writer', {}, { description: 'May write', contained_permission_ids: ['reader'] }],
    ['a name', 'writer', { id: 'author' }, { id: 'author', description: 'May write', contained_permission_ids: ['reader'] }],
    ['no text', 'writer', { description: '' }, { description: '', contained_permission_ids: ['reader'] }],
    ['nothing contained', 'writer', { contained_permission_ids: [] }, { description: 'May write', contained_permission_ids: [] }],
    ['one without a text', 'reader', { id: 'viewer' }, { id: 'viewer', contained_permission_ids: [] }],
    ['one that is not there', 'gone', { description: 'x' }, { description: 'x' }],
  ])('%s', async (_what, id, body, sent) => {
    const { call, sendRow } = setUp({ items: [bare, known] });
    await call({ name, row, actor: 'project', connectionId: 'c', input: { params: { id }, body } });
    expect(sendRow.mock.calls.map(([{ method, path }]) => [method, path])).toEqual([
      ['GET', row.path.replace('/{id}', '')],
      ['PATCH', row.path],
    ]);
    expect(sendRow.mock.calls[1]?.[3]).toEqual({ params: { id }, body: sent });
  });

  test('fails without a change when the definition may be one that was omitted from the list', async () => {
    const { call, sendRow } = setUp({ items: [bare], omitted: { count: 1, path: 'items.1.id' } });
    const update = {
      name,
      row,
      actor: 'project',
      connectionId: 'c',
      input: { params: { id: 'writer' }, body: { description: 'x' } },
    } as const;
    expect(await reportOf(call(update))).toEqual({ code: 'bad-response', path: 'items.1.id' });
    expect(sendRow.mock.calls.map(([{ method }]) => method)).toEqual(['GET']);
  });
});
