/** The email addresses of a user: those of the account, and those of a user of the project (wire/endpoints 3). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallbackPurpose } from '#contract/bridge/callbacks.ts';
import type { Omitted } from '#contract/definitions.ts';
import type { EmailCategory } from '#contract/service/models/mail-models.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { isRefusal } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { findOldEmail, type OldEmailFate } from '#lib/rules/removal.ts';
import { api, service } from './api';
import { queryKeys } from './keys';
import { isEmailGone, removeOnce, runEach, type StepResult } from './repeatable-writes';
import { readKey } from './service-query';
import { callerFor, type UserOf, userIdFor, userKey } from './users';

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
  return useQuery(emailsQuery(of));
}

function emailsQuery(of: UserOf) {
  return service.contactChannels.list.query({ ...callerFor(of), query: { user_id: userIdFor(of) } });
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
      client.invalidateQueries({ queryKey: emailsQuery(of).queryKey }),
      client.invalidateQueries({ queryKey: userKey(of) }),
      error ? client.invalidateQueries({ queryKey: queryKeys.project(of.connectionId) }) : null,
    ]);
}

/** What became of the email to one user. `unlisted`: the service accepted the request without saying that it sends to this user. */
export type EmailResult = StepResult | { readonly state: 'unlisted' };

/** Receives each result; null for a user to whom nothing was sent. */
export type ReportEmail = (userId: string, result: EmailResult | null) => void;

/** Refusals that apply to every user. Releases up to 2.8.26 have no codes for them. */
const ofAll: ReadonlySet<string> = new Set(['Cannot send custom emails when using shared email config', 'Notification category not found']);

/** Sends to one user after another, and reports each as `runEach` does. */
export function sendInTurn(userIds: readonly string[], send: (userId: string) => Promise<unknown>, report: ReportEmail): Promise<void> {
  return runEach(userIds, { send, report, ofAll });
}

interface Accepted {
  readonly results: readonly { readonly user_id: string; readonly success?: boolean | undefined }[];
}

/** Sends to all users with one request, and reports each. Throws a refusal, after which nothing was sent. */
export async function sendTogether(
  userIds: readonly string[],
  send: (userIds: readonly string[]) => Promise<Accepted>,
  report: ReportEmail,
): Promise<void> {
  for (const id of userIds) report(id, { state: 'running' });
  try {
    const { results } = await send(userIds);
    const accepted = new Set(results.filter(({ success }) => success !== false).map(({ user_id: id }) => id));
    for (const id of userIds) report(id, { state: accepted.has(id) ? 'done' : 'unlisted' });
  } catch (thrown) {
    const failure = reportOf(thrown);
    const isRefused = isRefusal(failure);
    for (const id of userIds) report(id, isRefused ? null : { state: 'unknown', report: failure });
    if (!isRefused) return;
    const missing = missingUser(failure.details);
    if (missing !== undefined && userIds.includes(missing)) report(missing, { state: 'failed', report: failure });
    throw thrown;
  }
}

function missingUser(details: unknown): string | undefined {
  const id = typeof details === 'object' && details !== null && 'user_id' in details ? details.user_id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** What becomes of the address that was primary, once another one is. */
interface RetireCalls {
  readonly list: () => Promise<EmailList>;
  readonly turnOff: (id: string) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

/**
 * Removes the previous address, or turns off its use for sign-in. The addresses are read first, because only some releases keep it: it
 * may be gone, or primary again.
 */
export async function retireEmail({ list, turnOff, remove }: RetireCalls, value: string, fate: OldEmailFate): Promise<void> {
  if (fate === 'keep') return;
  const old = findOldEmail((await list()).items, value);
  if (old === undefined) return;
  if (fate === 'remove') await remove(old.id);
  else if (old.used_for_auth) await turnOff(old.id);
}

/** Returns a function that does to a user’s previous address what was chosen. */
export function useRetireEmail(of: UserOf): (value: string, fate: OldEmailFate) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync: change } = useChangeEmail(of);
  const { mutateAsync: remove } = useRemoveEmail(of);
  return (value, fate) => {
    const turnOff = (id: string) => change({ id, change: { used_for_auth: false } });
    const list = () => client.fetchQuery({ ...emailsQuery(of), staleTime: 0 });
    return retireEmail({ list, turnOff, remove }, value, fate);
  };
}

/** An email to users, as each release sends it (wire/newer 2.6, wire/corrections 2.8.17 and 2.8.86). */
interface UserEmail {
  readonly subject: string;
  readonly html: string;
  readonly notification_category_name: EmailCategory;
}

/** Returns a function that sends an email to users in the way of the service's release: together, or one after another. */
export function useSendUserEmail(connectionId: string, isTogether: boolean) {
  const client = useQueryClient();
  return async (email: UserEmail, userIds: readonly string[], report: ReportEmail): Promise<void> => {
    const project = { actor: 'project', connectionId } as const;
    try {
      if (isTogether)
        await sendTogether(userIds, (ids) => service.emails.sendEmail({ ...project, body: { ...email, user_ids: [...ids] } }), report);
      else await sendInTurn(userIds, (id) => service.emails.sendEmailToUser({ ...project, body: { ...email, user_id: id } }), report);
    } finally {
      // Also after a lost response, when the log may already have the email.
      void client.invalidateQueries({ queryKey: readKey('emails.sent', { connectionId }) });
    }
  };
}
