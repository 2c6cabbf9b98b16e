/** Sessions that this window has seen end. */
import type { Impersonation } from '../../../contract/bridge/impersonations';

interface KnownSessions {
  readonly items: readonly { readonly id: string }[];
  readonly omitted?: unknown;
}

const ended = new Set<string>();

/** Remembers that the service has revoked a session. */
export function markEnded(sessionId: string): void {
  ended.add(sessionId);
}

/** Remembers the sessions of the impersonations that are no longer listed: the service has revoked them. */
export function markEndedOf(before: readonly Impersonation[], after: readonly Impersonation[]): void {
  for (const { id, sessionId } of before) if (sessionId !== null && !after.some((one) => one.id === id)) markEnded(sessionId);
}

/** Whether all sessions of a list have ended. A list with items that couldn't be read may have had others. */
export function areAllEnded(list: KnownSessions | undefined): boolean {
  return list !== undefined && list.omitted === undefined && list.items.every(({ id }) => ended.has(id));
}
