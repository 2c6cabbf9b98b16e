/** Which entries a history shows, and what kind of row each is. */
import type { JournalEntry } from '#contract/journal/journal-entry.ts';

export type HistoryKind = 'all' | 'changes' | 'impersonations';

/** Whether an entry is the start of an impersonation. */
export function isImpersonation({ endpoint, impersonation }: Pick<JournalEntry, 'endpoint' | 'impersonation'>): boolean {
  return endpoint === 'auth.createSession' && impersonation !== null;
}

/** Whether it revoked the session of an impersonation, whose row says that it has ended. */
function isEndOfImpersonation({ endpoint, source, impersonation }: JournalEntry): boolean {
  return endpoint === 'auth.revokeSession' && source === 'app' && impersonation !== null;
}

/** Returns the entries by kind, each newest first. */
export function byHistoryKind(entries: readonly JournalEntry[]): Readonly<Record<HistoryKind, readonly JournalEntry[]>> {
  const all = entries.filter((entry) => !isEndOfImpersonation(entry));
  return { all, changes: all.filter((entry) => !isImpersonation(entry)), impersonations: all.filter(isImpersonation) };
}
