import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { queryKeys } from './keys';
import { removeEndedAccounts } from './query-client';
import { readKey } from './service-query';

const ada = { id: 'a', connectionId: 'c', state: 'signed-in' } as const;
const bob = { id: 'b', connectionId: 'c', state: 'anonymous' } as const;

function setUp() {
  const client = new QueryClient();
  for (const { id } of [ada, bob]) client.setQueryData(readKey('users.me', { connectionId: 'c', accountId: id }), id);
  client.setQueryData(readKey('auth.sessions', { connectionId: 'c', accountId: 'a' }), []);
  client.setQueryData(queryKeys.users('c'), 'users');
  const kept = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey.slice(2).join(' '))
      .sort();
  return { client, kept };
}

const others = ['account b users.me', 'users.list'];

describe('the data of an account', () => {
  it.each([
    ['has ended', [{ ...ada, state: 'invalid' as const }, bob]],
    ['is removed', [bob]],
  ])('is removed when it %s', (_what, now) => {
    const { client, kept } = setUp();
    removeEndedAccounts(client, [ada, bob], now);
    expect(kept()).toEqual(others);
  });

  it.each([
    ['is described', [{ ...ada, state: 'anonymous' as const }, bob]],
    ['is joined by another', [ada, bob, { ...ada, id: 'x' }]],
  ])('stays when it %s', (_what, now) => {
    const { client, kept } = setUp();
    removeEndedAccounts(client, [ada, bob], now);
    expect(kept()).toEqual(['account a auth.sessions', 'account a users.me', ...others]);
  });

  it('that its next session read is not removed again', () => {
    const { client, kept } = setUp();
    removeEndedAccounts(client, [{ ...ada, state: 'invalid' }, bob], [{ ...ada, state: 'invalid' }, bob]);
    expect(kept()).toContain('account a users.me');
  });
});
