/** New users with what every one of them gets (wire/limits 7). */
import type { Surroundings } from './context';
import { welcomeUser } from './membership';
import { uuid } from './random';
import { insertChannel } from './store/channels';
import type { Project } from './store/projects';
import { insertUser, updateUser } from './store/users';

export interface NewAccount {
  readonly displayName?: string | null;
  readonly passwordHash?: string | null;
  /** Primary, and used for auth unless it says otherwise; `id` is the channel's. */
  readonly email?: { readonly id: string; readonly value: string; readonly isVerified: boolean; readonly usedForAuth?: boolean };
  readonly usesCodes?: boolean;
  readonly isAnonymous?: boolean;
}

/** Stores a user with address, default permissions and personal team. Runs inside the caller's transaction. */
export function createAccount(surroundings: Surroundings, project: Project, account: NewAccount): { key: number; id: string } {
  const { store, clock, random } = surroundings;
  const now = clock.now();
  const id = uuid(random);
  const { displayName = null, passwordHash = null, email, usesCodes = false, isAnonymous = false } = account;
  const key = insertUser(store, { id, project: project.key, displayName, passwordHash, now });
  updateUser(store, key, { otp_enabled: Number(usesCodes), is_anonymous: Number(isAnonymous) });
  if (email) insertChannel(store, { usedForAuth: true, ...email, project: project.key, user: key, isPrimary: true, now });
  welcomeUser(surroundings, project, { key, displayName, email: email?.value ?? null });
  return { key, id };
}
