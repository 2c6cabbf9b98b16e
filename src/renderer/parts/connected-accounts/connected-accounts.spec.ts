import { describe, expect, test } from 'vitest';
import { connectedAccounts, scopesOf, signInRival } from './connected-accounts';

const own = (id: string, account_id: string, email: string | null = null) => ({ id, account_id, email });
const object = (id: string, type: string, email?: string, flags: object = {}) => ({
  id,
  type,
  ...(email === undefined ? {} : { email }),
  allow_sign_in: true,
  allow_connected_accounts: true,
  ...flags,
});

describe('connectedAccounts', () => {
  test('takes the user’s accounts where the release has no objects', () => {
    expect(connectedAccounts({ oauth_providers: [own('github', 'a1', 'ada@x.example'), own('google', 'b2')] })).toEqual([
      {
        id: 'github/a1',
        provider: 'github',
        providerId: 'github',
        email: 'ada@x.example',
        accountId: 'a1',
        allowsSignIn: true,
        allowsTokens: true,
      },
      { id: 'google/b2', provider: 'google', providerId: 'google', email: null, accountId: 'b2', allowsSignIn: true, allowsTokens: true },
    ]);
  });

  test('takes the objects where the release has them, with what they allow', () => {
    const listed = [object('o1', 'github', 'ada@x.example', { allow_sign_in: false, allow_connected_accounts: false })];
    expect(connectedAccounts({ oauth_providers: [own('github', 'a1')] }, listed)).toEqual([
      {
        id: 'o1',
        provider: 'github',
        providerId: 'github',
        email: 'ada@x.example',
        accountId: 'a1',
        allowsSignIn: false,
        allowsTokens: false,
      },
    ]);
  });

  test('tells providers of one type apart by their IDs in the project', () => {
    const mine = [own('google', 'a1'), own('google-2', 'a2')];
    const listed = [
      object('o1', 'google', undefined, { provider_config_id: 'google' }),
      object('o2', 'google', undefined, { provider_config_id: 'google-2' }),
    ];
    expect(connectedAccounts({ oauth_providers: mine }, listed)).toMatchObject([
      { provider: 'google', providerId: 'google', accountId: 'a1' },
      { provider: 'google', providerId: 'google-2', accountId: 'a2' },
    ]);
  });

  test.each([
    ['the only one of its provider', [own('github', 'a1'), own('google', 'b2')], [object('o1', 'github')], ['a1']],
    [
      'those with different emails',
      [own('github', 'a1', 'one@x'), own('github', 'a2', 'two@x')],
      [object('o2', 'github', 'two@x'), object('o1', 'github', 'one@x')],
      ['a2', 'a1'],
    ],
    [
      'not those with the same email',
      [own('github', 'a1', 'one@x'), own('github', 'a2', 'one@x')],
      [object('o1', 'github', 'one@x'), object('o2', 'github', 'one@x')],
      [null, null],
    ],
    [
      'not those without an email',
      [own('github', 'a1'), own('github', 'a2')],
      [object('o1', 'github'), object('o2', 'github')],
      [null, null],
    ],
    ['not one that the user doesn’t have', [], [object('o1', 'github')], [null]],
  ])('knows the account IDs of %s', (_which, mine, listed, expected) => {
    expect(connectedAccounts({ oauth_providers: mine }, listed).map(({ accountId }) => accountId)).toEqual(expected);
  });
});

test.each([
  ['', ''],
  ['  ', ''],
  ['repo', 'repo'],
  [' repo,  user:email\nrepo ', 'repo user:email'],
])('the scopes of %j are %j', (text, expected) => {
  expect(scopesOf(text)).toBe(expected);
});

test('a user signs in with one account of each provider', () => {
  const listed = [object('o1', 'github'), object('o2', 'github', undefined, { allow_sign_in: false }), object('o3', 'google')];
  const accounts = connectedAccounts({ oauth_providers: [] }, listed);
  expect(accounts.map((account) => signInRival(account, accounts)?.id)).toEqual([undefined, 'o1', undefined]);
});
