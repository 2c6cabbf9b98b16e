import { describe, expect, test, vi } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import { ownerOf, withAdopted, withFormerAccounts } from '../records/connection-additions';
import { type ConnectionRecord, withDefaults } from '../records/connections-file';
import { createAdoptOwners } from './adopt-owners';

const recordOf = (id: string, projectId: string, owner: ConnectionRecord['owner'] = null): ConnectionRecord => ({
  ...withDefaults({ id, kind: 'project', name: id, baseUrl: 'https://api.test', projectId, environment: 'production' }),
  owner,
});
const internal = recordOf('internal', 'internal');
const unknown = { kind: 'owner', internalConnectionId: 'internal', userId: null, name: null } as const;
const ada: Account = { ...sampleAccount, id: 'a1', connectionId: 'internal', userId: 'ada' };
const bob: Account = { ...ada, id: 'b1', userId: 'bob', displayName: 'Bob' };

function setUp(first: readonly ConnectionRecord[], owned: Readonly<Record<string, readonly string[]>>) {
  let records = [...first];
  let accounts: readonly Account[] = [];
  let tokenSet = 1;
  const projectsOf = vi.fn(async ({ userId }: Account) => owned[userId] ?? []);
  const writes: unknown[] = [];
  const adopt = createAdoptOwners({
    connections: {
      records: () => records,
      async nameOwners(known) {
        writes.push('named');
        records = withFormerAccounts(records, known);
      },
      async adoptOwned(account, projectIds) {
        writes.push('adopted');
        records = withAdopted(records, account, projectIds);
      },
    },
    accounts: () => accounts,
    tokenSetOf: (accountId) => `${accountId} ${tokenSet}`,
    projectsOf,
  });
  const signIn = async (...now: readonly Account[]) => {
    accounts = now;
    await adopt();
  };
  const ownerNow = (id: string) => records.find((record) => record.id === id)?.owner;
  const add = (record: ConnectionRecord) => void records.push(record);
  const replaceTokens = () => {
    tokenSet += 1;
  };
  return { signIn, ownerNow, projectsOf, writes, add, replaceTokens };
}

describe('an orphaned connection', () => {
  test('gets the next user who signs in and owns its project', async () => {
    const { signIn, ownerNow, projectsOf } = setUp([internal, recordOf('lost', 'p', unknown)], { ada: ['q'], bob: ['p', 'q'] });
    await signIn();
    await signIn(ada);
    expect(ownerNow('lost')).toEqual(unknown);
    await signIn(ada, bob);
    expect(ownerNow('lost')).toEqual(ownerOf(bob));
    expect(projectsOf.mock.calls.map(([{ userId }]) => userId)).toEqual(['ada', 'bob']);
  });

  test('is left alone by a session that ended, and by one of another project', async () => {
    const { signIn, projectsOf } = setUp([internal, recordOf('c', 'p'), recordOf('lost', 'p', unknown)], { ada: ['p'] });
    await signIn({ ...ada, state: 'invalid' }, { ...ada, connectionId: 'c' });
    expect(projectsOf).not.toHaveBeenCalled();
  });

  test('requests an account’s projects again after a failure, and otherwise once', async () => {
    const { signIn, ownerNow, projectsOf } = setUp([internal, recordOf('lost', 'p', unknown)], { ada: ['p'] });
    projectsOf.mockRejectedValueOnce(fail('unreachable'));
    await signIn(ada);
    expect(ownerNow('lost')).toEqual(unknown);
    await signIn(ada);
    expect(ownerNow('lost')).toEqual(ownerOf(ada));
    await signIn(ada);
    expect(projectsOf).toHaveBeenCalledTimes(2);
  });

  test('gets a user who was given its project later, and signed in again', async () => {
    const owned: Record<string, string[]> = { ada: [] };
    const { signIn, ownerNow, replaceTokens } = setUp([internal, recordOf('lost', 'p', unknown)], owned);
    await signIn(ada);
    owned.ada = ['p'];
    await signIn(ada);
    expect(ownerNow('lost')).toEqual(unknown);
    replaceTokens();
    await signIn(ada);
    expect(ownerNow('lost')).toEqual(ownerOf(ada));
  });

  test('that is new requests projects of accounts again', async () => {
    const { signIn, ownerNow, add } = setUp([internal, recordOf('lost', 'z', unknown)], { ada: ['p'] });
    await signIn(ada);
    add(recordOf('late', 'p', unknown));
    await signIn(ada);
    expect(ownerNow('late')).toEqual(ownerOf(ada));
  });

  test('a failure of one account doesn’t affect the others', async () => {
    const { signIn, ownerNow, projectsOf } = setUp([internal, recordOf('lost', 'p', unknown)], { bob: ['p'] });
    projectsOf.mockRejectedValueOnce(fail('session-ended'));
    await signIn(ada, bob);
    expect(ownerNow('lost')).toEqual(ownerOf(bob));
  });
});

test('the account that an older file named becomes its user, without a request', async () => {
  const { signIn, ownerNow, projectsOf, writes } = setUp([internal, recordOf('old', 'p', { ...unknown, formerAccountId: 'b1' })], {});
  await signIn(ada, { ...bob, state: 'invalid' });
  expect([ownerNow('old'), writes]).toEqual([ownerOf(bob), ['named']]);
  await signIn(ada, bob);
  expect([projectsOf.mock.calls, writes]).toEqual([[], ['named']]);
});

test('nothing is written or requested while no connection is orphaned', async () => {
  const { signIn, writes, projectsOf } = setUp([internal, recordOf('c', 'p', ownerOf(ada))], { ada: ['p'] });
  await signIn(ada, bob);
  expect([writes, projectsOf.mock.calls]).toEqual([[], []]);
});
