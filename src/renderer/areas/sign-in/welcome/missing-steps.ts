import type { ClientProject, ClientUser } from '#contract/service/models/user-models.ts';
import { signInMethods } from '#lib/rules/sign-in-methods.ts';

/** What a new user may still do: enter a name, verify the email address, add a second sign-in method. */
export type MissingStep = 'name' | 'verification' | 'method';

type Config = Pick<ClientProject['config'], 'passkey_enabled' | 'enabled_oauth_providers'>;

/** Returns the steps that a user has not done and that Latchkey offers in the project, in the order in which they are shown. */
export function missingSteps(user: ClientUser, config: Config): MissingStep[] {
  const steps: readonly (readonly [boolean, MissingStep])[] = [
    [(user.display_name ?? '').trim() === '', 'name'],
    [user.primary_email !== null && !user.primary_email_verified, 'verification'],
    [countMethods(user) < 2 && (canAddPasskey(user, config) || canConnectProvider(user, config)), 'method'],
  ];
  return steps.filter(([isMissing]) => isMissing).map(([, step]) => step);
}

export function canAddPasskey({ passkey_auth_enabled }: ClientUser, { passkey_enabled }: Config): boolean {
  return passkey_enabled && !passkey_auth_enabled;
}

/** Whether the project has a provider that the user has not connected. */
export function canConnectProvider({ oauth_providers }: ClientUser, { enabled_oauth_providers }: Config): boolean {
  return enabled_oauth_providers.some(({ id }) => oauth_providers.every((connected) => connected.id !== id));
}

function countMethods(user: ClientUser): number {
  return signInMethods({ ...user, requires_totp_mfa: false, is_anonymous: false }).length;
}
