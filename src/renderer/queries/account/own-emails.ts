/** The email addresses of the account's own user. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Omitted } from '../../../contract/kit';
import type { ContactChannel } from '../../../contract/service/models/models';
import { api, service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { queryKeys } from '../cache/keys';

export interface EmailList {
  readonly items: readonly ContactChannel[];
  readonly omitted?: Omitted;
}

/** What can be changed about an address. */
export type EmailChange = Partial<Pick<ContactChannel, 'is_primary' | 'used_for_auth'>>;

/** Reads the email addresses of an account's user, the oldest first. */
export function useOwnEmails(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownEmails(connectionId, accountId),
    queryFn: (): Promise<EmailList> =>
      service.contactChannels.list({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } }),
  });
}

/** Adds an address. It is used for sign-in once the user turns that on. */
export function useAddEmail(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    mutationFn: ({ value, isPrimary }: { readonly value: string; readonly isPrimary: boolean }) =>
      service.contactChannels.create({
        actor: 'account',
        connectionId,
        accountId,
        body: { user_id: 'me', type: 'email', value, used_for_auth: false, ...(isPrimary ? { is_primary: true } : {}) },
      }),
    onSettled: readAgain,
  });
}

/** Changes an address. */
export function useChangeEmail(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: EmailChange }) =>
      service.contactChannels.update({ actor: 'account', connectionId, accountId, params: { user_id: 'me', id }, body: change }),
    onSettled: readAgain,
  });
}

/** Removes an address. One that is already gone is removed: the call is repeated when its response is lost. */
export function useRemoveEmail(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    async mutationFn(id: string) {
      try {
        await service.contactChannels.delete({ actor: 'account', connectionId, accountId, params: { user_id: 'me', id } });
      } catch (thrown) {
        if (!isGone(thrown)) throw thrown;
      }
    },
    onSettled: readAgain,
  });
}

/** The address was already removed, by an earlier try or elsewhere (wire/endpoints 3). */
function isGone(thrown: unknown): boolean {
  const { status, text } = reportOf(thrown);
  return status === 400 && text === 'Contact channel not found';
}

/** Has the service email a link that verifies an address. */
export function useSendVerificationTo(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    async mutationFn(id: string) {
      const { url } = await api.callbacks.address({ connectionId, purpose: 'contact-channel' });
      const params = { user_id: 'me', id };
      await service.contactChannels.sendVerification({ actor: 'account', connectionId, accountId, params, body: { callback_url: url } });
    },
    // It may have been verified in the meantime, which is why the service refused.
    onError: readAgain,
  });
}

/** Verifies an address with the code of an email. */
export function useVerifyEmail(connectionId: string, accountId: string) {
  const readAgain = useReadAgain(connectionId, accountId);
  return useMutation({
    mutationFn: (code: string) => service.contactChannels.verify({ actor: 'none', connectionId, body: { code } }),
    onSettled: readAgain,
  });
}

/** Returns a function that reads the addresses, the user and the project again: after a failure, any of them may have changed. */
function useReadAgain(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return (_result: unknown, error?: unknown) =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.ownEmails(connectionId, accountId) }),
      client.invalidateQueries({ queryKey: queryKeys.ownUser(connectionId, accountId) }),
      error ? client.invalidateQueries({ queryKey: queryKeys.project(connectionId) }) : null,
    ]);
}
