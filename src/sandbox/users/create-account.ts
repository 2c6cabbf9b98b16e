/** Creation of users (wire/limits 7). */

import type { SandboxContext } from '../http/context';
import { uuid } from '../random';
import { storedEmail } from '../releases/email-case';
import { channelOfUser, deleteChannel, demotePrimaryChannel, insertChannel } from '../stores/contact-channel-store';
import type { Project } from '../stores/project-store';
import { insertUser, type UserRow, updateUser } from '../stores/user-store';
import { setUpNewUser } from '../teams/join-team';

export interface NewAccount {
  readonly displayName?: string | null;
  readonly passwordHash?: string | null;
  /** The primary email, by default used for sign-in. `id` is the channel's. */
  readonly email?: { readonly id: string; readonly value: string; readonly isVerified: boolean; readonly usedForAuth?: boolean };
  readonly usesCodes?: boolean;
  readonly isAnonymous?: boolean;
}

/** Stores a user with email, default permissions and personal team. Runs inside the caller's transaction. */
export function createAccount(context: SandboxContext, project: Project, account: NewAccount): { key: number; id: string } {
  const { store, clock, random } = context;
  const now = clock.now();
  const id = uuid(random);
  const { displayName = null, passwordHash = null, email, usesCodes = false, isAnonymous = false } = account;
  const key = insertUser(store, { id, project: project.key, displayName, passwordHash, now });
  updateUser(store, key, { otp_enabled: Number(usesCodes), is_anonymous: Number(isAnonymous) });
  if (email)
    insertChannel(store, {
      usedForAuth: true,
      ...email,
      value: storedEmail(context.release, email.value),
      project: project.key,
      user: key,
      isPrimary: true,
      now,
    });
  setUpNewUser(context, project, { key, displayName, email: email?.value ?? null });
  return { key, id };
}

/**
 * Makes an anonymous user an ordinary one, with its ID. It signed up now (wire/newer 2.2, 2.8.34, wire/later 9). Runs inside the caller's
 * transaction.
 */
function upgradeAccount(
  context: SandboxContext,
  user: Pick<UserRow, 'key' | 'id' | 'project'>,
  account: NewAccount,
): { key: number; id: string } {
  const { store, clock, release } = context;
  const now = clock.now();
  const { displayName, passwordHash, email, usesCodes } = account;
  updateUser(store, user.key, {
    is_anonymous: 0,
    signed_up_at: now,
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(usesCodes ? { otp_enabled: 1 } : {}),
  });
  if (email) addPrimaryEmail(context, user, { ...email, value: storedEmail(release, email.value) });
  return { key: user.key, id: user.id };
}

/** Gives a user a primary email. The user may have had the same one as another address, and another one as the primary. */
function addPrimaryEmail(
  { store, clock }: SandboxContext,
  user: Pick<UserRow, 'key' | 'project'>,
  email: NonNullable<NewAccount['email']>,
): void {
  const same = channelOfUser(store, user.key, email.value);
  if (same !== undefined) deleteChannel(store, same.key);
  demotePrimaryChannel(store, user.key);
  const isVerified = email.isVerified || same?.is_verified === 1;
  insertChannel(store, {
    usedForAuth: true,
    ...email,
    isVerified,
    project: user.project,
    user: user.key,
    isPrimary: true,
    now: clock.now(),
  });
}

/** Creates the account of a sign-up, or upgrades the anonymous user who is signed in. Runs inside the caller's transaction. */
export function signUpAccount(
  context: SandboxContext,
  project: Project,
  caller: UserRow | null,
  account: NewAccount,
): { key: number; id: string } {
  const upgrades = caller?.is_anonymous === 1 && context.release.has('anonymous-opt-in');
  return upgrades ? upgradeAccount(context, caller, account) : createAccount(context, project, account);
}
