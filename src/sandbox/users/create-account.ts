/** Creation of users (wire/limits 7). */

import type { SandboxContext } from '../http/context';
import { uuid } from '../random';
import { insertChannel } from '../stores/contact-channel-store';
import type { Project } from '../stores/project-store';
import { insertUser, updateUser } from '../stores/user-store';
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
  if (email) insertChannel(store, { usedForAuth: true, ...email, project: project.key, user: key, isPrimary: true, now });
  setUpNewUser(context, project, { key, displayName, email: email?.value ?? null });
  return { key, id };
}
