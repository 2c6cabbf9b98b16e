/** Sessions: the account's own, and those of a user of the project. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Omitted } from '../../contract/kit';
import type { Session } from '../../contract/service/models/models';
import { service } from '../api';
import { reportOf } from '../lib/errors/error-text';
import { useAction } from '../lib/use-action';
import { queryKeys } from './cache/keys';
import { type RevokeSummary, type RowResult, revokeSequentially } from './revoke-sequentially';

/** Whose sessions, and by which right they are seen. */
export type SessionsOf =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string; readonly userId: string };

/** Sessions in the order in which they are shown, and what was left out of the service’s list. */
export interface SessionList {
  readonly items: readonly Session[];
  readonly omitted?: Omitted;
}

/** The sessions of an account, the one in use first, then the last used. */
export function useOwnSessions(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownSessions(connectionId, accountId),
    queryFn: (): Promise<SessionList> => service.auth.sessions({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } }),
    select: ordered,
  });
}

/** The sessions of a user of the project; not read before `enabled`. */
export function useUserSessions(connectionId: string, userId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.userSessions(connectionId, userId),
    queryFn: (): Promise<SessionList> => service.auth.sessions({ actor: 'project', connectionId, query: { user_id: userId } }),
    select: ordered,
    enabled,
  });
}

function ordered(list: SessionList): SessionList {
  return { ...list, items: inOrder(list.items) };
}

/** Sorts the current session first, then by last use; those never used, by creation. */
function inOrder(sessions: readonly Session[]): Session[] {
  const lastSeen = (session: Session) => session.last_used_at ?? session.created_at;
  return [...sessions].sort((a, b) => Number(b.is_current_session) - Number(a.is_current_session) || lastSeen(b) - lastSeen(a));
}

/** Revokes one session by its id, and reads the list again. */
export function useRevokeSession(of: SessionsOf) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => revoke(of, sessionId),
    onSuccess: (_, sessionId) => forget(client, of, [sessionId]),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(of) }),
  });
}

/** Revokes several sessions one after another, with a result for each, and reads the list again. `onEnd` runs even if the screen was left. */
export function useRevokeOthers(of: SessionsOf, onEnd: (summary: RevokeSummary) => void) {
  const client = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<string, RowResult>>(new Map());
  const tell = (id: string, result: RowResult | null) =>
    setResults((before) => {
      const after = new Map(before);
      if (result === null) after.delete(id);
      else after.set(id, result);
      return after;
    });
  const { isPending, run } = useAction(async (ids: readonly string[]) => {
    setResults(new Map());
    const summary = await revokeSequentially(ids, (id) => revoke(of, id), tell);
    await client.invalidateQueries({ queryKey: keyOf(of) });
    onEnd(summary);
  });
  return { results, running: isPending, run };
}

function keyOf(of: SessionsOf) {
  if (of.actor === 'account') return queryKeys.ownSessions(of.connectionId, of.accountId);
  return queryKeys.userSessions(of.connectionId, of.userId);
}

async function revoke(of: SessionsOf, id: string): Promise<void> {
  try {
    if (of.actor === 'account') await service.auth.revokeSession({ ...of, params: { id }, query: { user_id: 'me' } });
    else {
      const { actor, connectionId, userId } = of;
      await service.auth.revokeSession({ actor, connectionId, params: { id }, query: { user_id: userId } });
    }
  } catch (thrown) {
    if (!isGone(thrown)) throw thrown;
  }
}

/** The session was already revoked, here or elsewhere. */
function isGone(thrown: unknown): boolean {
  const { status, text } = reportOf(thrown);
  return status === 404 && text === 'Session not found.';
}

function forget(client: QueryClient, of: SessionsOf, ids: readonly string[]): void {
  client.setQueryData<SessionList>(
    keyOf(of),
    (before) => before && { ...before, items: before.items.filter(({ id }) => !ids.includes(id)) },
  );
}
