/** The values of a new account at a provider, and what is sent of them. */
import { email } from '#contract/service/models/fields.ts';
import { newAccount } from '#contract/service/oauth.ts';
import type { ConnectedAccount } from '#parts/connected-accounts/connected-accounts.ts';
import type { ErrorFields } from '#parts/form/field-problem.ts';

export interface NewAccountValues {
  readonly provider_config_id: string;
  readonly account_id: string;
  readonly email: string;
  readonly allow_sign_in: boolean;
  readonly allow_connected_accounts: boolean;
}

/** Returns the account of a provider with which the user signs in already, of which a user can have one. */
export function signInAccountOf(provider: string, accounts: readonly ConnectedAccount[]): ConnectedAccount | undefined {
  return accounts.find((account) => account.provider === provider && account.allowsSignIn);
}

/** Returns what is sent: without an empty email, and without the use for sign-in that another account of the provider has. */
export function toNewAccount(
  { account_id, email: typed, allow_sign_in, ...rest }: NewAccountValues,
  accounts: readonly ConnectedAccount[],
) {
  return {
    ...rest,
    account_id: account_id.trim(),
    ...(typed.trim() === '' ? {} : { email: typed.trim() }),
    allow_sign_in: allow_sign_in && signInAccountOf(rest.provider_config_id, accounts) === undefined,
  };
}

/** Returns the schema of a new account beside those that the user has. */
export function accountSchema(accounts: readonly ConnectedAccount[]) {
  return newAccount
    .omit({ user_id: true })
    .extend({ email: email.optional() })
    .refine((added) => !accounts.some((one) => one.provider === added.provider_config_id && one.accountId === added.account_id), {
      path: ['account_id'],
    });
}

/** Returns the fields of the service's refusals, most of which have no code (wire/corrections 2.8.24). */
export function accountErrorFields(providers: readonly string[]): ErrorFields<keyof NewAccountValues> {
  return {
    OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: 'account_id',
    'The same provider type with the same account ID already exists for this user.': 'account_id',
    'The same provider type with sign-in enabled already exists for this user.': 'allow_sign_in',
    ...Object.fromEntries(providers.map((id) => [`OAuth provider ${id} not found or not configured`, 'provider_config_id' as const])),
  };
}
