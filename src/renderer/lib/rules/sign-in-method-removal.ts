/** The rule of the last sign-in method: what an account can lose without being locked out. */

import type { ClientProject, ClientUser, ContactChannel } from '#contract/service/models/user-models.ts';
import type { ClientOAuthProvider } from '#contract/service/oauth.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { formatList } from '../intl/format';

/** A provider account that can be disconnected. */
export interface ProviderAccount {
  readonly id: string;
  /** ID of the provider, such as `github`. */
  readonly provider: string;
  readonly allowsSignIn: boolean;
}

/** The sign-in methods of an account, and which of them its project allows. */
export interface SignInSetup {
  readonly user: Pick<ClientUser, 'has_password' | 'otp_auth_enabled' | 'passkey_auth_enabled'>;
  readonly emails: readonly Pick<ContactChannel, 'id' | 'is_verified' | 'used_for_auth'>[];
  readonly providers: readonly ProviderAccount[];
  readonly config: Pick<
    ClientProject['config'],
    'credential_enabled' | 'magic_link_enabled' | 'passkey_enabled' | 'enabled_oauth_providers'
  >;
}

/** What is about to be removed. For emails and provider accounts, turning off their use for sign-in counts as well. */
export type Removal =
  | { readonly kind: 'password' | 'one-time-code' | 'passkey' }
  | { readonly kind: 'email' | 'provider'; readonly id: string };

/** What could be added, so that the removal becomes possible. */
type Addition = 'password' | 'passkey' | 'one-time-code' | 'provider' | 'email' | 'verified-email';

export interface RemovalRefusal {
  /** The account has no other method, only methods that its project has turned off, or it isn't known which methods it has. */
  readonly reason: 'last' | 'others-off' | 'unknown';
  readonly removed: Removal['kind'];
  readonly additions: readonly Addition[];
}

type Method = 'password' | 'one-time-code' | 'passkey' | 'provider';

/** Returns the accounts of a user at providers: those that the release lists as objects, otherwise those of the user itself. */
export function providerAccounts(
  user: Pick<ClientUser, 'oauth_providers'>,
  listed?: readonly Pick<ClientOAuthProvider, 'id' | 'type' | 'allow_sign_in'>[],
): ProviderAccount[] {
  if (listed !== undefined) return listed.map(({ id, type, allow_sign_in }) => ({ id, provider: type, allowsSignIn: allow_sign_in }));
  return user.oauth_providers.map(({ id, account_id }) => ({ id: `${id}/${account_id}`, provider: id, allowsSignIn: true }));
}

/** Returns why something can't be removed, or null if it can. A setup that isn't loaded allows nothing. */
export function removalRefusal(removal: Removal, setup: SignInSetup | undefined): RemovalRefusal | null {
  if (setup === undefined) return { reason: 'unknown', removed: removal.kind, additions: [] };
  const rest = without(removal, setup);
  const lost = methodCount(setup, isSet) - methodCount(rest, isSet);
  if (lost === 0 || methodCount(rest, isUsable) > 0) return null;
  const reason = methodCount(rest, isSet) > 0 ? 'others-off' : 'last';
  return { reason, removed: removal.kind, additions: additionsTo(rest, removal) };
}

/** Returns a refusal as text: the reason, then what would lift it. */
export function removalRefusalText({ t, locale }: Pick<Translator, 't' | 'locale'>, refusal: RemovalRefusal): string {
  const { reason, removed, additions } = refusal;
  if (reason === 'unknown') return t('removal.unknown');
  const why = reason === 'others-off' ? 'removal.others-off' : removed === 'email' ? 'removal.last-email' : 'removal.last';
  const options = formatList(
    additions.map((addition) => t(additionTexts[addition])),
    locale,
  );
  return `${t(why)} ${additions.length === 0 ? t('removal.no-additions') : t('removal.additions', { options })}`;
}

/** Returns what follows for a user from whom a project admin removes a method all the same. */
export function removalWarningText({ t }: Pick<Translator, 't'>, { reason, removed }: RemovalRefusal): string {
  if (reason === 'unknown') return t('users.removal.unknown');
  if (reason === 'others-off') return t('users.removal.others-off');
  return t(removed === 'email' ? 'users.removal.last-email' : 'users.removal.last');
}

const additionTexts: Readonly<Record<Addition, MessageKey>> = {
  password: 'removal.add.password',
  passkey: 'removal.add.passkey',
  'one-time-code': 'removal.add.one-time-code',
  provider: 'removal.add.provider',
  email: 'removal.add.email',
  'verified-email': 'removal.add.verified-email',
};

function without(removal: Removal, setup: SignInSetup): SignInSetup {
  const { user, emails, providers } = setup;
  switch (removal.kind) {
    case 'password':
      return { ...setup, user: { ...user, has_password: false } };
    case 'one-time-code':
      return { ...setup, user: { ...user, otp_auth_enabled: false } };
    case 'passkey':
      return { ...setup, user: { ...user, passkey_auth_enabled: false } };
    case 'email':
      return { ...setup, emails: emails.filter(({ id }) => id !== removal.id) };
    case 'provider':
      return { ...setup, providers: providers.filter(({ id }) => id !== removal.id) };
  }
}

/** Counts the methods of a setup, each provider account as one. */
function methodCount(setup: SignInSetup, counts: (method: Method, setup: SignInSetup, provider?: string) => boolean): number {
  const own = (['password', 'one-time-code', 'passkey'] as const).filter((method) => hasMethod(method, setup) && counts(method, setup));
  const providers = setup.providers.filter(({ allowsSignIn, provider }) => allowsSignIn && counts('provider', setup, provider));
  return own.length + providers.length;
}

/** Whether a method is set up: passwords require an email address that is used for sign-in, one-time codes a verified one (wire/endpoints 1). */
function hasMethod(method: Exclude<Method, 'provider'>, { user, emails }: SignInSetup): boolean {
  const signInEmails = emails.filter(({ used_for_auth }) => used_for_auth);
  if (method === 'password') return user.has_password && signInEmails.length > 0;
  if (method === 'one-time-code') return user.otp_auth_enabled && signInEmails.some(({ is_verified }) => is_verified);
  return user.passkey_auth_enabled;
}

function isSet(): boolean {
  return true;
}

function isUsable(method: Method, { config }: SignInSetup, provider?: string): boolean {
  if (method === 'password') return config.credential_enabled;
  if (method === 'one-time-code') return config.magic_link_enabled;
  if (method === 'passkey') return config.passkey_enabled;
  return config.enabled_oauth_providers.some(({ id }) => id === provider);
}

/** Returns what the project allows to be added to a setup from which something was removed. */
function additionsTo({ user, emails, config }: SignInSetup, removal: Removal): Addition[] {
  const { kind } = removal;
  const signInEmails = emails.filter(({ used_for_auth }) => used_for_auth);
  const isVerified = signInEmails.some(({ is_verified }) => is_verified);
  const usesPassword = user.has_password && config.credential_enabled;
  const usesCode = user.otp_auth_enabled && config.magic_link_enabled;
  const possible: readonly (readonly [boolean, Addition])[] = [
    [usesPassword && signInEmails.length === 0, 'email'],
    [usesCode && !usesPassword && !isVerified, 'verified-email'],
    [config.credential_enabled && !user.has_password && signInEmails.length > 0 && kind !== 'password', 'password'],
    [config.magic_link_enabled && !user.otp_auth_enabled && isVerified && kind !== 'one-time-code', 'one-time-code'],
    [config.passkey_enabled && !user.passkey_auth_enabled && kind !== 'passkey', 'passkey'],
    [config.enabled_oauth_providers.length > 0, 'provider'],
  ];
  return possible.filter(([isPossible]) => isPossible).map(([, addition]) => addition);
}
