/** Connecting provider accounts to users after a callback (wire/flows 5.2, 5.3). Runs inside the caller's transaction. */

import type { SandboxContext } from '../http/context';
import { addressUsedForAuth, knownError } from '../http/failures';
import type { ProviderProfile } from '../idp/client';
import { uuid } from '../random';
import { storedEmail } from '../releases/email-case';
import { applyRestriction, requireAllowedSignUp } from '../sign-up-rules/evaluate-rules';
import { findAuthChannel } from '../stores/contact-channel-store';
import { accountsOfUser, findSignInAccount, insertOAuthAccount } from '../stores/oauth-store';
import type { Project } from '../stores/project-store';
import { findUser, type UserRow } from '../stores/user-store';
import { signUpAccount } from '../users/create-account';

/** A user's profile at a provider. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly person: ProviderProfile;
}

export interface Owner {
  /** Row key of the user. */
  readonly user: number;
  readonly isNew: boolean;
}

/**
 * Connects the account to the user.
 *
 * Throws USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION or OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER, and
 * USER_NOT_FOUND if the user was deleted in the meantime.
 */
export function connectAccount(context: SandboxContext, project: Project, userId: string, identity: ProviderIdentity): Owner {
  const { store } = context;
  const { provider, person } = identity;
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw knownError('USER_NOT_FOUND');
  const own = accountsOfUser(store, user.key, provider);
  const isLinked = own.some(({ account_id }) => account_id === person.sub);
  if (own.length > 0 && !isLinked) throw knownError('USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION');
  const owner = findSignInAccount(store, project.key, provider, person.sub);
  if (owner !== undefined && owner.user !== user.key) throw knownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER');
  if (!isLinked) insertAccount(context, user.key, identity);
  return { user: user.key, isNew: false };
}

/**
 * Returns the account's user, or creates one according to the project's merge strategy. An anonymous caller becomes that user.
 *
 * Throws SIGN_UP_NOT_ENABLED and CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE.
 */
export function findOrCreateOwner(context: SandboxContext, project: Project, identity: ProviderIdentity, caller: UserRow | null): Owner {
  const { store } = context;
  const { provider, person } = identity;
  const { sign_up_enabled, oauth_account_merge_strategy: strategy } = project.config;
  const found = findSignInAccount(store, project.key, provider, person.sub);
  if (found !== undefined) return { user: found.user, isNew: false };
  if (!sign_up_enabled) throw knownError('SIGN_UP_NOT_ENABLED');
  const email = person.email === undefined ? null : storedEmail(context.release, person.email);
  const channel = email === null ? undefined : findAuthChannel(store, project.key, email);
  if (channel === undefined) return signUp(context, project, identity, true, caller);
  if (strategy === 'allow_duplicates') return signUp(context, project, identity, false, caller);
  const bothVerified = person.email_verified && channel.is_verified === 1;
  // The user with this email may already have an account of the provider, and only one is possible (wire/limits 3).
  const hasRoom = accountsOfUser(store, channel.user, provider).length === 0;
  if (strategy === 'raise_error' || !bothVerified || !hasRoom) throw addressUsedForAuth(context.release, email);
  insertAccount(context, channel.user, identity);
  return { user: channel.user, isNew: false };
}

function signUp(
  context: SandboxContext,
  project: Project,
  identity: ProviderIdentity,
  usedForAuth: boolean,
  caller: UserRow | null,
): Owner {
  const { name, email, email_verified: isVerified } = identity.person;
  const attempt = { email: email ?? null, authMethod: 'oauth', oauthProvider: identity.provider } as const;
  const restriction = requireAllowedSignUp(context, project, attempt);
  const { key } = signUpAccount(context, project, caller, {
    displayName: name ?? null,
    ...(email === undefined ? {} : { email: { id: uuid(context.random), value: email, isVerified, usedForAuth } }),
  });
  applyRestriction(context, key, restriction);
  insertAccount(context, key, identity);
  return { user: key, isNew: true };
}

function insertAccount({ store, random }: SandboxContext, user: number, { provider, person }: ProviderIdentity): void {
  insertOAuthAccount(store, { id: uuid(random), user, provider, account_id: person.sub, email: person.email ?? null });
}
