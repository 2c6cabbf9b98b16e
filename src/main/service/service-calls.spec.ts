import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '../../../tests/support/fake-clock';
import { reportOf } from '../../../tests/support/test-ports';
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { ServiceCall } from '../../contract/dispatch';
import { fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import { createVault } from '../secrets/vault';
import { createTopic } from '../topic';
import type { Sender, Target, TokenSource } from './send';
import { createServiceCalls } from './service-calls';
import { createSlowCalls } from './slow-calls';

const target: Target = { baseUrl: 'http://x.test', projectId: 'p', keys: {} };
const source: TokenSource = { tokens: async () => ({ access: 'jwt', refresh: null }), refuse: () => undefined };
const user = { id: 'u', display_name: 'Ada', primary_email: null, is_anonymous: false };

function setUp(value: unknown = user) {
  const clock = createFakeClock();
  const sendRow = vi.fn<Sender['sendRow']>(async () => value);
  const accounts = {
    source: vi.fn((accountId: string, _connectionId: string) => {
      if (accountId !== 'a') throw fail('unknown-account');
      return source;
    }),
    describe: vi.fn(async () => undefined),
    forget: vi.fn(async () => undefined),
    timed: (_connectionId: string, plain: Target): Target => ({ ...plain, onServerTime: () => undefined }),
  };
  const connections = {
    target: async (id: string) => {
      if (id !== 'c') throw fail('unknown-connection');
      return target;
    },
  };
  const sender: Sender = { sendRow, send: () => Promise.reject(new Error('not used')) };
  const slowCalls = createSlowCalls(
    createTopic<SlowCall[]>('diagnostics.slowCallsChanged', [], () => undefined),
    clock,
    () => 'slow',
  );
  const callService = createServiceCalls({ sender, connections, sessions: accounts, vault: createVault(clock, () => 'ref'), slowCalls });
  return { call: (asked: ServiceCall) => callService(asked, { windowId: 'w' }), sendRow, accounts };
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

  test('of a project is sent without any, whatever account is named', async () => {
    const { call, sendRow, accounts } = setUp();
    await call({ ...asProject, accountId: 'a' });
    expect(accounts.source).not.toHaveBeenCalled();
    expect(sendRow.mock.calls[0]?.[4]?.session).toBeUndefined();
  });

  test.each([
    { asked: { ...asAccount, connectionId: 'x' }, code: 'unknown-connection' },
    { asked: { ...asAccount, accountId: 'x' }, code: 'unknown-account' },
    { asked: { ...asAccount, actor: 'project' as const }, code: 'internal' },
  ])('fails with $code and sends nothing', async ({ asked, code }) => {
    const { call, sendRow } = setUp();
    expect(await reportOf(call(asked))).toEqual({ code });
    expect(sendRow).not.toHaveBeenCalled();
  });
});

describe('what an answer means for the accounts', () => {
  test.each(['users.me', 'users.updateMe', 'users.read', 'users.update'])('%s describes a user', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name });
    expect(accounts.describe.mock.calls).toEqual([['c', user]]);
  });

  test.each(['users.list', 'teams.list', 'auth.sessions', 'projects.current'])('%s describes none', async (name) => {
    const { call, accounts } = setUp();
    await call({ ...asAccount, name });
    expect(accounts.describe).not.toHaveBeenCalled();
  });

  test('a deleted user’s account is forgotten, and only after the service has deleted it', async () => {
    const { call, accounts, sendRow } = setUp({ success: true });
    sendRow.mockRejectedValueOnce(fail('unreachable'));
    const deletion = { ...asAccount, name: 'users.deleteMe', row: catalogue.users.deleteMe };
    expect(await reportOf(call(deletion))).toEqual({ code: 'unreachable' });
    expect(accounts.forget).not.toHaveBeenCalled();
    await call(deletion);
    expect(accounts.forget.mock.calls).toEqual([['a']]);
  });
});

test('an answer is an answer though the user’s name could not be written down', async () => {
  const { call, accounts } = setUp();
  accounts.describe.mockRejectedValue(fail('profile-not-writable'));
  expect(await call(asAccount)).toEqual(user);
  accounts.describe.mockRejectedValue(new TypeError('ours'));
  await expect(call(asAccount)).rejects.toThrow('ours');
});
