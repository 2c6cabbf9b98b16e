import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import { needsOwner, projectOwner } from './project-rules';

const internal: Connection = {
  id: 'internal',
  kind: 'project',
  name: 'Dashboard',
  baseUrl: 'https://api.test',
  projectId: 'internal',
  environment: 'production',
  colour: null,
  handlerBase: '/handler',
  safety: 'normal',
  requirePresence: false,
  group: null,
  pinned: false,
  credentials: { client: 'aaaa', server: false, admin: false, owner: null },
  release: null,
  features: null,
};
const owner = { kind: 'owner', internalConnectionId: 'internal', userId: 'ada', name: 'Ada, as she was' } as const;
const owned: Connection = { ...internal, id: 'owned', projectId: 'p', credentials: { client: false, server: false, admin: false, owner } };
const ada: Account = { ...sampleAccount, id: 'a1', connectionId: 'internal', userId: 'ada', primaryEmail: 'ada@x.io', current: false };

describe('the owner of a connection', () => {
  it('is null if keys give access', () => {
    expect(projectOwner(internal, [internal], [ada])).toBeNull();
  });

  it.each<[string, readonly Connection[], readonly Account[] | null, object]>([
    ['is signed in', [internal], [ada], { name: 'Ada', isSignedIn: true, internal }],
    ['is signed in without a name', [internal], [{ ...ada, displayName: null }], { name: 'ada@x.io', isSignedIn: true }],
    ['has a session that ended', [internal], [{ ...ada, state: 'invalid' }], { name: 'Ada', isSignedIn: false, internal }],
    ['has signed out', [internal], [], { name: 'Ada, as she was', isSignedIn: false, internal }],
    ['is another user of that connection', [internal], [{ ...ada, userId: 'bob' }], { name: 'Ada, as she was', isSignedIn: false }],
    ['is a user of another connection', [internal], [{ ...ada, connectionId: 'c' }], { name: 'Ada, as she was', isSignedIn: false }],
    ['has no connection any more', [], [ada], { isSignedIn: false, internal: undefined }],
    ['is on another server', [{ ...internal, baseUrl: 'https://else.test' }], [ada], { isSignedIn: false, internal: undefined }],
    ['is not known before the accounts were read', [internal], null, { name: 'Ada, as she was', isSignedIn: true }],
  ])('%s', (_what, connections, accounts, expected) => {
    expect(projectOwner(owned, [owned, ...connections], accounts)).toMatchObject(expected);
  });

  it('may be unknown', () => {
    const orphan = { ...owned, credentials: { ...owned.credentials, owner: { ...owner, userId: null, name: null } } };
    expect(projectOwner(orphan, [orphan, internal], [ada])).toEqual({ name: null, isSignedIn: false, internal });
  });
});

describe('a screen', () => {
  it.each([
    ['account', {}, true],
    ['account', { client: 'aaaa' }, false],
    ['account', { server: 'aaaa' }, true],
    ['admin', {}, true],
    ['admin', { client: 'aaaa' }, true],
    ['admin', { server: true }, false],
    ['admin', { admin: 'aaaa' }, false],
    [null, {}, false],
  ] as const)('of section %s needs the owner with %j: %s', (section, keys, expected) => {
    expect(needsOwner({ ...owned, credentials: { ...owned.credentials, ...keys } }, section)).toBe(expected);
  });
});
