/** The email addresses of a user: those of the account, and those of a user of the project (wire/endpoints 3). */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallbackPurpose } from '../../../contract/bridge/callbacks';
import type { Omitted } from '../../../contract/kit';
import type { ContactChannel } from '../../../contract/service/models/models';
import { api, service } from '../../api';
import { queryKeys } from '../cache/keys';
import { isEmailGone, removeOnce } from '../remove-once';
import { callerFor, type UserOf, userIdFor, userKey } from './user-of';

export interface EmailList {
  readonly items: readonly ContactChannel[];
  readonly omitted?: Omitted;
}

/** What can be changed about an address. Only a project admin can mark it as verified. */
export type EmailChange = Partial<Pick<ContactChannel, 'is_primary' | 'used_for_auth' | 'is_verified'>>;

export interface NewEmail {
  readonly value: string;
  readonly isPrimary: boolean;
  /** Whether it is used for sign-in and verified from the start, which a project admin can choose. */
  readonly isUsed?: boolean;
  readonly isVerified?: boolean;
}

/** Reads the email addresses of a user, the oldest first. */
export function useEmails(of: UserOf) {
  return useQuery({ queryKey: emailsKey(of), queryFn: (): Promise<EmailList> => readEmails(of) });
}

/** Reads the email addresses of a user from the service. */
export function readEmails(of: UserOf): Promise<EmailList> {
  return service.contactChannels.list({ ...callerFor(of), query: { user_id: userIdFor(of) } });
}

/** Adds an address. */
export function useAddEmail(of: UserOf) {
  const readAgain = useReadAgain(of);
  return useMutation({
    mutationFn: ({ value, isPrimary, isUsed = false, isVerified = false }: NewEmail) => {
      const primary = isPrimary ? { is_primary: true } : {};
      const added = { user_id: userIdFor(of), type: 'email', value, used_for_auth: isUsed, ...primary } as const;
      return of.actor === 'account'
        ? service.contactChannels.create({ actor: of.actor, connectionId: of.connectionId, accountId: of.accountId, body: added })
        : service.contactChannels.create({ actor: of.actor, connectionId: of.connectionId, body: { ...added, is_verified: isVerified } });
    },
    onSettled: readAgain,
  });
}

/** Changes an address. */
export function useChangeEmail(of: UserOf) {
  const readAgain = useReadAgain(of);
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: EmailChange }) =>
      service.contactChannels.update({ ...callerFor(of), params: { user_id: userIdFor(of), id }, body: change }),
    onSettled: readAgain,
  });
}

/** Removes an address. */
export function useRemoveEmail(of: UserOf) {
  const readAgain = useReadAgain(of);
  return useMutation({
    mutationFn: (id: string) => {
      const call = { ...callerFor(of), params: { user_id: userIdFor(of), id } };
      return removeOnce(() => service.contactChannels.delete(call), isEmailGone);
    },
    onSettled: readAgain,
  });
}

/** Has the service email a link that verifies an address and opens where links of this purpose open. */
export function useSendVerificationTo(of: UserOf, purpose: CallbackPurpose) {
  const readAgain = useReadAgain(of);
  return useMutation({
    async mutationFn(id: string) {
      const { url } = await api.callbacks.address({ connectionId: of.connectionId, purpose });
      const params = { user_id: userIdFor(of), id };
      await service.contactChannels.sendVerification({ ...callerFor(of), params, body: { callback_url: url } });
    },
    // It may have been verified in the meantime, which is why the service refused.
    onError: readAgain,
  });
}

/** Verifies an address with the code of an email. */
export function useVerifyEmail(of: UserOf) {
  const readAgain = useReadAgain(of);
  return useMutation({
    mutationFn: (code: string) => service.contactChannels.verify({ actor: 'none', connectionId: of.connectionId, body: { code } }),
    onSettled: readAgain,
  });
}

/** Returns a function that reads the addresses, the user and the project again: after a failure, any of them may have changed. */
function useReadAgain(of: UserOf) {
  const client = useQueryClient();
  return (_result: unknown, error?: unknown) =>
    Promise.all([
      client.invalidateQueries({ queryKey: emailsKey(of) }),
      client.invalidateQueries({ queryKey: userKey(of) }),
      error ? client.invalidateQueries({ queryKey: queryKeys.project(of.connectionId) }) : null,
    ]);
}

/** Returns the key under which a user’s addresses are cached. */
export function emailsKey(of: UserOf) {
  return of.actor === 'account' ? queryKeys.ownEmails(of.connectionId, of.accountId) : queryKeys.userEmails(of.connectionId, of.userId);
}
