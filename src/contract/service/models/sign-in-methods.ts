/** Sign-in methods of a user. */
import type { ClientUser } from './user-models';

export type SignInMethods = Pick<
  ClientUser,
  'primary_email' | 'auth_with_email' | 'has_password' | 'otp_auth_enabled' | 'passkey_auth_enabled' | 'oauth_providers'
>;

/**
 * Whether the user can sign in again after signing out. `is_anonymous` is not sufficient: an upgraded user keeps it until a server
 * clears it (wire/flows 7).
 */
export function canSignInAgain(user: SignInMethods): boolean {
  const byEmail = user.auth_with_email || user.has_password || user.otp_auth_enabled;
  return (byEmail && user.primary_email !== null) || user.passkey_auth_enabled || user.oauth_providers.length > 0;
}

/** Whether a user is anonymous and was not upgraded. */
export function isAnonymous(user: SignInMethods & Pick<ClientUser, 'is_anonymous'>): boolean {
  return user.is_anonymous && !canSignInAgain(user);
}
