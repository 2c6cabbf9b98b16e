import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { EmailResult } from '#data/emails.ts';
import { type EmailResults, isSettled, waitingRecipients, withRecipients } from './recipients';

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
