/** The sign-in methods of a user of the project, as its admin changes them (wire/endpoints 4.2). */
import { useQueryClient } from '@tanstack/react-query';
import type { ServerUser } from '../../../contract/service/models/models';
import { reportOf } from '../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import type { MethodChange } from '../account/own-methods';
import { queryKeys } from '../cache/keys';
import { useReadUser, useUpdateUser } from '../users';

/** A new password, which ends all sessions, no password, or what an account can change about itself as well. */
export type UserMethodChange = MethodChange | { readonly password: string | null };

/**
 * Returns a function that changes sign-in methods of a user. If the response is lost, the user is read again, and a change that was made
 * is a success. After any other failure, the user and the project are read again.
 */
export function useChangeUserMethods(connectionId: string, userId: string): (change: UserMethodChange) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync: update } = useUpdateUser(connectionId, userId);
  const read = useReadUser(connectionId, userId);
  return async (change) => {
    try {
      await update(change);
    } catch (thrown) {
      if (isOutcomeUnknown(reportOf(thrown))) {
        const user = await read().catch(() => null);
        if (user !== null && isMade(change, user)) return;
      } else {
        void client.invalidateQueries({ queryKey: queryKeys.user(connectionId, userId) });
        void client.invalidateQueries({ queryKey: queryKeys.project(connectionId) });
      }
      throw thrown;
    }
  };
}

/** Whether a user is as a change makes it. A password can't be read, so setting one never counts as made. */
function isMade(change: UserMethodChange, user: ServerUser): boolean {
  if ('password' in change) return change.password === null && !user.has_password;
  if ('otp_auth_enabled' in change) return user.otp_auth_enabled === change.otp_auth_enabled;
  return 'passkey_auth_enabled' in change ? !user.passkey_auth_enabled : !user.requires_totp_mfa;
}
