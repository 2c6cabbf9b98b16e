import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import { fail } from '#contract/errors.ts';
import { createTopic } from '../runtime/topics';
import { endSessions } from './create-local-data';

const account = (id: string, own: Partial<Account> = {}) =>
  ({ id, connectionId: 'c', displayName: id, primaryEmail: null, ...own }) as Account;

async function run(
  accounts: Account[],
  signOut: (id: string) => Promise<{ endedAtService: boolean }>,
  impersonations: Partial<Impersonation>[] = [],
) {
  const ended: string[] = [];
  const push = () => undefined;
  const topics = {
    'accounts.list': createTopic('accounts.list', accounts, push),
    'connections.list': createTopic(
      'connections.list',
      ['c', 'd'].map((id) => ({ id, name: `Project ${id}` }) as Connection),
      push,
    ),
    'impersonations.list': createTopic('impersonations.list', impersonations as Impersonation[], push),
  };
  const endImpersonations = async (connectionId: string) => void ended.push(connectionId);
  return { kept: await endSessions({ topics, sessions: { signOut }, endImpersonations }), ended };
}

describe('ending sessions before the data is cleared', () => {
  test('ends impersonations on each connection, and keeps nothing if the services respond', async () => {
    const signedOut: string[] = [];
    const signOut = async (id: string) => {
      signedOut.push(id);
      return { endedAtService: true };
    };
    const accounts = [account('ada'), account('eve', { impersonationId: 'i' }), account('mary', { connectionId: 'd' })];
    expect(await run(accounts, signOut)).toEqual({ kept: [], ended: ['c', 'd'] });
    // The account of an impersonation is removed with it.
    expect(signedOut).toEqual(['ada', 'mary']);
  });

  test.each<{ what: string; own: Partial<Account>; signOut: () => Promise<{ endedAtService: boolean }>; user: string | null }>([
    { what: 'a service that can’t be reached', own: {}, signOut: async () => ({ endedAtService: false }), user: 'ada' },
    {
      what: 'a keychain that is locked',
      own: {},
      signOut: async () => {
        throw fail('keychain-locked');
      },
      user: 'ada',
    },
    {
      what: 'a user without a name',
      own: { displayName: null, primaryEmail: 'ada@x.test' },
      signOut: async () => ({ endedAtService: false }),
      user: 'ada@x.test',
    },
    { what: 'an anonymous user', own: { displayName: null }, signOut: async () => ({ endedAtService: false }), user: null },
  ])('reports a session that is kept: $what', async ({ own, signOut, user }) => {
    expect((await run([account('ada', own)], signOut)).kept).toEqual([{ user, connection: 'Project c' }]);
  });

  test('reports an impersonation whose session isn’t revoked, also of a removed connection', async () => {
    const left = { displayName: 'Eve', primaryEmail: null, connectionName: 'Former' };
    expect((await run([], async () => ({ endedAtService: true }), [left])).kept).toEqual([{ user: 'Eve', connection: 'Former' }]);
  });

  test('doesn’t hide a bug as a session that is kept', async () => {
    const signOut = async () => {
      throw new TypeError('a bug');
    };
    await expect(run([account('ada')], signOut)).rejects.toThrow('a bug');
  });
});
