import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import { isOrphaned, openedBefore, orphansFor, ownerOf, withAdopted, withFormerAccounts } from './connection-additions';
import { type ConnectionRecord, withDefaults } from './connections-file';

const baseUrl = 'https://api.test';
const recordOf = (id: string, own: Partial<ConnectionRecord> = {}): ConnectionRecord => ({
  ...withDefaults({ id, kind: 'project', name: id, baseUrl, projectId: 'p', environment: 'production' }),
  ...own,
});
const internal = recordOf('internal', { projectId: 'internal' });
const ada: Account = { ...sampleAccount, id: 'a1', connectionId: 'internal', userId: 'ada', primaryEmail: 'ada@x.io' };
const bob: Account = { ...ada, id: 'b1', userId: 'bob', displayName: null, primaryEmail: 'bob@x.io' };
const byAda = recordOf('by-ada', { owner: ownerOf(ada) });
const orphan = recordOf('orphan', { owner: { kind: 'owner', internalConnectionId: 'internal', userId: null, name: null } });

test('an owner is a user of a connection, with the name to show when they have signed out', () => {
  expect([ownerOf(ada), ownerOf(bob)]).toEqual([
    { kind: 'owner', internalConnectionId: 'internal', userId: 'ada', name: 'Ada' },
    { kind: 'owner', internalConnectionId: 'internal', userId: 'bob', name: 'bob@x.io' },
  ]);
});

describe('a connection is orphaned', () => {
  test.each<[string, ConnectionRecord, readonly ConnectionRecord[], boolean]>([
    ['when its owner is unknown', orphan, [internal], true],
    ['when the connection that the owner signs in on was removed', byAda, [], true],
    ['when that connection points to another server', byAda, [{ ...internal, baseUrl: 'https://else.test' }], true],
    ['but not while its owner can sign in', byAda, [internal], false],
    ['but not when keys open it', recordOf('keys'), [internal], false],
  ])('%s', (_what, record, records, expected) => {
    expect(isOrphaned(record, [record, ...records])).toBe(expected);
  });
});

describe('adopting', () => {
  test('gives orphaned connections among the projects of a user to that user', () => {
    const records = [internal, orphan, byAda, recordOf('other', { projectId: 'q', owner: orphan.owner })];
    expect(withAdopted(records, bob, new Set(['p']))).toEqual([internal, { ...orphan, owner: ownerOf(bob) }, byAda, records[3]]);
  });

  test.each<[string, readonly ConnectionRecord[]]>([
    ['of another server', [internal, { ...orphan, baseUrl: 'https://else.test' }]],
    ['of the sandbox', [internal, { ...orphan, baseUrl: null }]],
    ['for an account that is not on project internal', [recordOf('internal'), orphan]],
    ['for an account of a connection that was removed', [orphan]],
  ])('adopts none %s', (_what, records) => {
    expect([withAdopted(records, bob, new Set(['p'])), orphansFor(bob, records)]).toEqual([records, []]);
  });

  test('takes one whose connection was removed to another connection of the same server', () => {
    const second = recordOf('second', { projectId: 'internal' });
    const account = { ...ada, connectionId: 'second' };
    expect(withAdopted([second, byAda], account, new Set(['p']))[1]?.owner).toEqual(ownerOf(account));
  });
});

describe('an account that an older file named', () => {
  const former = (accountId: string) =>
    recordOf('old', { owner: { ...orphan.owner, formerAccountId: accountId } as ConnectionRecord['owner'] });

  test('is replaced by its user', () => {
    expect(withFormerAccounts([internal, former('b1')], [ada, bob])[1]?.owner).toEqual(ownerOf(bob));
  });

  test.each([
    ['was removed', former('a0'), [ada]],
    ['is of another connection', former('a1'), [{ ...ada, connectionId: 'other' }]],
  ])('is kept while it %s', (_what, record, accounts) => {
    const records = [record];
    expect(withFormerAccounts(records, accounts)[0]).toBe(record);
  });
});

describe('a project that is opened again', () => {
  const wanted = { ...recordOf('new'), owner: ownerOf(bob) };

  test.each<[string, readonly ConnectionRecord[], readonly Account[], ConnectionRecord | undefined]>([
    ['nowhere yet', [internal, recordOf('keys')], [bob], undefined],
    [
      'in the connection of the same owner',
      [byAda, recordOf('by-bob', { owner: ownerOf(bob) })],
      [ada, bob],
      recordOf('by-bob', { owner: ownerOf(bob) }),
    ],
    ['in that of another owner who is signed in', [byAda], [ada, bob], byAda],
    ['in that of an owner who has signed out, as its new owner', [byAda], [bob], { ...byAda, owner: ownerOf(bob) }],
    ['in that of an owner whose session ended', [byAda], [{ ...ada, state: 'invalid' }, bob], { ...byAda, owner: ownerOf(bob) }],
    ['in that of an unknown owner', [orphan], [bob], { ...orphan, owner: ownerOf(bob) }],
    ['not in one of another project', [{ ...byAda, projectId: 'q' }], [bob], undefined],
    ['not in one of another server', [{ ...byAda, baseUrl: 'https://else.test' }], [bob], undefined],
  ])('is opened %s', (_what, records, accounts, expected) => {
    expect(openedBefore(records, wanted, accounts)).toEqual(expected);
  });

  test('has the owner’s current name', () => {
    const known = recordOf('by-bob', { owner: { ...ownerOf(bob), name: 'Robert' } });
    expect(openedBefore([known], wanted, [bob])?.owner?.name).toBe('bob@x.io');
  });
});
