/** To whom an email goes, and who of them still has to get it. */

import { useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { EmailResult } from '#data/emails.ts';

/** Recipients of one email. Older releases take one request for each. */
export const maxRecipients = 100;

export type EmailResults = ReadonlyMap<string, EmailResult>;

/** Returns the recipients with those that are new. Users who are among them already, and those beyond the limit, are left out. */
export function withRecipients(users: readonly ServerUser[], added: readonly ServerUser[]): readonly ServerUser[] {
  const byId = new Map([...users, ...added].map((user) => [user.id, user]));
  return [...byId.values()].slice(0, maxRecipients);
}

/** Returns the recipients to whom the email wasn't sent, or may not have been. Users without an address can't get it. */
export function waitingRecipients(users: readonly ServerUser[], results: EmailResults): readonly ServerUser[] {
  return users.filter(({ id, primary_email: email }) => email !== null && !isSettled(results.get(id)));
}

/** Whether the service has accepted the email to a user. */
export function isSettled(result: EmailResult | undefined): boolean {
  return result?.state === 'done' || result?.state === 'unlisted';
}

/** Whether the service sends this email to everyone but this user. */
export function isRefused(result: EmailResult | undefined): boolean {
  const refusal = result !== undefined && 'report' in result ? refusalOf(result.report) : null;
  return refusal !== null && refusal !== 'shared';
}

export type Refusal = 'no-address' | 'opted-out' | 'deleted' | 'shared';

/** Refusals of releases up to 2.8.26, in words only (wire/corrections 2.8.17). */
const refusalOfText: Readonly<Record<string, Refusal>> = {
  'Cannot send custom emails when using shared email config': 'shared',
  'User not found': 'deleted',
  'User does not have a primary email': 'no-address',
  'User has disabled notifications for this category': 'opted-out',
};

/** Returns why the service refuses an email; null for a reason that is no one's own. */
export function refusalOf({ code, known, text = '' }: ErrorReport): Refusal | null {
  if (known === 'USER_ID_DOES_NOT_EXIST') return 'deleted';
  if (known === 'REQUIRES_CUSTOM_EMAIL_SERVER') return 'shared';
  return code === 'service-error' && Object.hasOwn(refusalOfText, text) ? (refusalOfText[text] ?? null) : null;
}

export type Recipients = ReturnType<typeof useRecipients>;

/** Returns the recipients of an email that is written, and what became of it for each. */
export function useRecipients(initial: readonly ServerUser[]) {
  const [users, setUsers] = useState(() => withRecipients([], initial));
  const [results, setResults] = useState<EmailResults>(new Map());
  const report = (userId: string, result: EmailResult | null) =>
    setResults((known) => {
      const next = new Map(known);
      if (result === null) next.delete(userId);
      else next.set(userId, result);
      return next;
    });
  const remove = (userId: string) => {
    setUsers((known) => known.filter(({ id }) => id !== userId));
    report(userId, null);
  };
  const waiting = waitingRecipients(users, results);
  return {
    users,
    results,
    waiting,
    /** Whether the service has accepted the email to everyone who can get it. */
    isDone: waiting.length === 0 && users.some(({ id }) => isSettled(results.get(id))),
    add: (user: ServerUser) => setUsers((known) => withRecipients(known, [user])),
    remove,
    report,
  };
}
