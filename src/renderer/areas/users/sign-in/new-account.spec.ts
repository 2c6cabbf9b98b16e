import { describe, expect, it, test } from 'vitest';
import type { ConnectedAccount } from '#parts/connected-accounts/connected-accounts.ts';
import { accountErrorFields, accountSchema, type NewAccountValues, toNewAccount } from './new-account';

const values: NewAccountValues = {
  provider_config_id: 'github',
  account_id: '42',
  email: '',
  allow_sign_in: true,
  allow_connected_accounts: true,
};
const accountOf = (provider: string, accountId: string | null, allowsSignIn = true): ConnectedAccount => ({
  id: `${provider}/${accountId}`,
  ...{ provider, providerId: provider, accountId, allowsSignIn, email: null, allowsTokens: true },
});
const flags = { allow_sign_in: true, allow_connected_accounts: true };

describe('a new account', () => {
  it.each<[string, Partial<NewAccountValues>, readonly ConnectedAccount[], object]>([
    ['as it was entered', {}, [], { provider_config_id: 'github', account_id: '42', ...flags }],
    [
      'without spaces',
      { account_id: ' 42 ', email: ' a@x.example ' },
      [],
      { provider_config_id: 'github', account_id: '42', email: 'a@x.example', ...flags },
    ],
    [
      'without use',
      { allow_sign_in: false, allow_connected_accounts: false },
      [],
      { provider_config_id: 'github', account_id: '42', allow_sign_in: false, allow_connected_accounts: false },
    ],
    [
      'beside one for sign-in',
      {},
      [accountOf('github', '1')],
      { provider_config_id: 'github', account_id: '42', ...flags, allow_sign_in: false },
    ],
    [
      'beside one that isn’t for sign-in',
      {},
      [accountOf('github', '1', false)],
      { provider_config_id: 'github', account_id: '42', ...flags },
    ],
    ['beside one of another provider', {}, [accountOf('google', '42')], { provider_config_id: 'github', account_id: '42', ...flags }],
  ])('is sent %s', (_how, change, accounts, expected) => {
    expect(accountSchema(accounts).parse(toNewAccount({ ...values, ...change }, accounts))).toEqual(expected);
  });

  it.each<[string, Partial<NewAccountValues>, readonly ConnectedAccount[]]>([
    ['account_id', { account_id: '  ' }, []],
    ['account_id', {}, [accountOf('github', '42', false)]],
    ['email', { email: 'ada' }, []],
  ])('has a problem at %s', (field, change, accounts) => {
    const result = accountSchema(accounts).safeParse(toNewAccount({ ...values, ...change }, accounts));
    expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });
});

test('refusals have fields', () => {
  const fields: Readonly<Record<string, string>> = accountErrorFields(['github', 'x']);
  expect(fields['OAuth provider github not found or not configured']).toBe('provider_config_id');
  expect(fields['The same provider type with sign-in enabled already exists for this user.']).toBe('allow_sign_in');
});
