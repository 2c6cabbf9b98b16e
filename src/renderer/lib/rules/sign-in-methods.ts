import type { ClientUser } from '#contract/service/models/user-models.ts';
import type { MessageKey } from '#messages/translator.ts';

/** A sign-in method: one of ours with its message, or a provider by its name. */
export type SignInMethod = { readonly key: MessageKey } | { readonly provider: string };

const providerNames: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  facebook: 'Facebook',
  discord: 'Discord',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  x: 'X',
  twitch: 'Twitch',
};

/** Returns a provider's name, or the ID of an unknown one. */
export function providerName(id: string): string {
  return Object.hasOwn(providerNames, id) ? (providerNames[id] ?? id) : id;
}

type MethodFields = Pick<
  ClientUser,
  'has_password' | 'otp_auth_enabled' | 'passkey_auth_enabled' | 'oauth_providers' | 'requires_totp_mfa' | 'is_anonymous'
>;

/** The methods that a user can sign in with, in the order of the sign-in card, and two-factor authentication at the end. */
export function signInMethods(user: MethodFields): SignInMethod[] {
  const hasMethod = user.passkey_auth_enabled || user.has_password || user.otp_auth_enabled || user.oauth_providers.length > 0;
  const own: readonly (readonly [boolean, MessageKey])[] = [
    [user.passkey_auth_enabled, 'method.passkey'],
    [user.has_password, 'method.password'],
    [user.otp_auth_enabled, 'method.otp'],
    // A user who was upgraded keeps the flag until a server clears it (wire/flows 7).
    [user.is_anonymous && !hasMethod, 'method.anonymous'],
    [user.requires_totp_mfa, 'method.totp'],
  ];
  const providers = [...new Set(user.oauth_providers.map(({ id }) => id))].map((id) => ({ provider: providerName(id) }));
  return [...providers, ...own.filter(([has]) => has).map(([, key]) => ({ key }))];
}
