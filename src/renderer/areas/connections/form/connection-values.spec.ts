import { describe, expect, it } from 'vitest';
import type { Connection } from '#contract/bridge/connections.ts';
import { changesKey, newValues, safetyOf, toChange, toDraft, valuesOf } from './connection-values';

const connection: Connection = {
  id: 'c',
  kind: 'project',
  name: 'Shop',
  baseUrl: 'https://auth.example.com',
  projectId: 'internal',
  environment: 'production',
  colour: 'teal',
  handlerBase: '/handler',
  safety: 'type-to-destroy',
  requirePresence: false,
  group: null,
  pinned: false,
  targets: { afterSignOut: 'signIn' },
  credentials: { client: 'k3vx', server: true, admin: false, owner: null },
  release: null,
  features: null,
};
const before = valuesOf(connection);

describe('a new connection', () => {
  it('uses the hosted service and its environment’s safety level', () => {
    expect(toDraft({ ...newValues, name: ' Shop ', environment: 'production' })).toMatchObject({
      name: 'Shop',
      baseUrl: 'https://api.stack-auth.com',
      safety: 'type-to-destroy',
      keys: { client: null, server: null, admin: null },
    });
  });

  it('keeps a chosen safety level when the environment changes', () => {
    expect(safetyOf({ ...newValues, safety: 'read-only', environment: 'production' })).toBe('read-only');
  });

  it('uses the fallback name for a connection test', () => {
    expect(toDraft(newValues, 'fallback').name).toBe('fallback');
  });
});

describe('a change', () => {
  const keys = (change: object) => ({ ...before, keys: { ...before.keys, ...change } });
  const targets = (change: object) => ({ ...before, targets: { ...before.targets, ...change } });

  it('is empty if nothing was entered', () => {
    expect(toChange(before, before)).toEqual({});
  });

  it.each([
    ['a name', { ...before, name: 'Store' }, { name: 'Store' }],
    ['no colour', { ...before, colour: null }, { colour: null }],
    ['an environment, with its level', { ...before, environment: 'staging' as const }, { environment: 'staging', safety: 'normal' }],
    [
      'a plain address',
      { ...before, baseUrl: 'http://a.example', allowPlainHttp: true },
      { baseUrl: 'http://a.example', allowPlainHttp: true },
    ],
    ['the word for a plain address', { ...before, allowPlainHttp: true }, { baseUrl: connection.baseUrl, allowPlainHttp: true }],
    ['another key', keys({ client: { typed: ' pck_1 ' } }), { keys: { client: 'pck_1' } }],
    ['a further key', keys({ admin: { typed: 'sak_1' } }), { keys: { admin: 'sak_1' } }],
    ['a key less', keys({ server: null }), { keys: { server: null } }],
    ['a target', targets({ home: 'teams' }), { targets: { home: 'teams', afterSignOut: 'signIn' } }],
    ['a target less', targets({ afterSignOut: '' }), { targets: {} }],
  ])('sends only %s', (_name, values, change) => {
    expect(toChange(before, values)).toEqual(change);
  });

  it('ignores an empty field for another key and spaces around the name', () => {
    expect(toChange(before, keys({ client: { typed: ' ' }, admin: { typed: '' } }))).toEqual({});
    expect(toChange(before, { ...before, name: ' Shop ' })).toEqual({});
  });

  it.each([
    ['keep', 'keep', false],
    ['keep', null, true],
    ['keep', { typed: '' }, false],
    ['keep', { typed: 'ssk_1' }, true],
    [{ typed: '' }, { typed: ' ' }, false],
    [{ typed: '' }, { typed: 'ssk_1' }, true],
  ] as const)('of a key from %j to %j: %s', (stored, entry, expected) => {
    expect(changesKey(stored, entry)).toBe(expected);
  });
});
