/** Updates of a user's primary email by a server (wire/endpoints 4.2). */
import type { z } from 'zod';
import type { userUpdate } from '#contract/service/users.ts';
import { isDuplicate } from '../database/database';
import type { SandboxContext } from '../http/context';
import { emailTaken, plainFailure, serviceFault } from '../http/failures';
import { uuid } from '../random';
import { storedEmail } from '../releases/email-case';
import {
  channelOfUser,
  deleteChannel,
  demotePrimaryChannel,
  insertChannel,
  type PrimaryChannel,
  primaryChannel,
  updateChannel,
} from '../stores/contact-channel-store';
import type { UserRow } from '../stores/user-store';

type Update = Pick<z.output<typeof userUpdate>, 'primary_email' | 'primary_email_verified' | 'primary_email_auth_enabled'>;

/**
 * Sets, changes or removes the primary email and its flags. A changed email keeps the channel's verified flag unless the update sets
 * it; disabling sign-in has no effect before 2.8.14. From 2.8.59 on, a former primary email stays an address of the user.
 *
 * Throws USER_EMAIL_ALREADY_EXISTS, and plain-text failures for flags without an email. Runs inside the caller's transaction.
 */
export function updatePrimaryEmail(context: SandboxContext, user: Pick<UserRow, 'key' | 'project'>, update: Update): void {
  const { store } = context;
  if ([update.primary_email, update.primary_email_verified, update.primary_email_auth_enabled].every((field) => field === undefined))
    return;
  const current = primaryChannel(store, user.key);
  const sent = update.primary_email === undefined ? (current?.value ?? null) : update.primary_email;
  const email = sent && storedEmail(context.release, sent);
  if (email === null) {
    requireNoFlags(update);
    if (update.primary_email === undefined) return;
    // The service responds with 500 if there is nothing to remove.
    if (current === undefined) throw serviceFault('The user has no primary email to remove.');
    if (context.release.has('old-email-kept')) demotePrimaryChannel(store, user.key);
    else deleteChannel(store, current.key);
    return;
  }
  try {
    writeChannel(context, user, current, email, update);
  } catch (error) {
    if (isDuplicate(error)) throw emailTaken(context.release, email);
    throw error;
  }
}

function requireNoFlags(update: Update): void {
  if (update.primary_email_auth_enabled) throw plainFailure(400, 'primary_email_auth_enabled cannot be true without primary_email');
  if (update.primary_email_verified) throw plainFailure(400, 'primary_email_verified cannot be true without primary_email');
}

/** Stores the primary email. If it is another channel of the user, that one becomes primary instead. */
function writeChannel(
  { store, clock, random, release }: SandboxContext,
  user: Pick<UserRow, 'key' | 'project'>,
  current: PrimaryChannel | undefined,
  email: string,
  update: Update,
): void {
  const same = channelOfUser(store, user.key, email);
  const target = same ?? (release.has('old-email-kept') ? undefined : current);
  const turnsAuthOff = update.primary_email_auth_enabled === false && release.has('email-auth-off');
  const wanted = {
    value: email,
    isPrimary: true,
    isVerified: update.primary_email_verified ?? target?.is_verified === 1,
    usedForAuth: update.primary_email_auth_enabled === true || (current?.used_for_auth === 1 && !turnsAuthOff),
  };
  if (current !== undefined && target?.key !== current.key) {
    if (release.has('old-email-kept')) demotePrimaryChannel(store, user.key);
    else if (target !== undefined) deleteChannel(store, current.key);
  }
  if (target !== undefined) updateChannel(store, target.key, wanted);
  else insertChannel(store, { id: uuid(random), project: user.project, user: user.key, ...wanted, now: clock.now() });
}
