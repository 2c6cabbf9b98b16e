/** Sessions: the account's own, and those of a user of the project. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Omitted } from '../../contract/kit';
import type { Session } from '../../contract/service/models/models';
import { api, service } from '../api';
import { useAction } from '../lib/use-action';
import { connectionsStore } from '../stores/connections';
import { impersonationsStore } from '../stores/impersonations';
import { queryKeys } from './cache/keys';
import { mayMeanNoSessions } from './may-mean-no-sessions';
import { findRaw } from './raw/read-raw';
import { isSessionGone, removeOnce } from './remove-once';
import { type RevokeSummary, type RowResult, revokeSequentially } from './revoke-sequentially';
import { areAllEnded, markEnded, markEndedOf } from './user/ended-sessions';
import { callerFor, type UserOf, userIdFor } from './user/user-of';

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
  const client = useQueryClient();
  const queryKey = queryKeys.userSessions(connectionId, userId);
  return useQuery({
    queryKey,
    queryFn: async (): Promise<SessionList> => {
      try {
        return await service.auth.sessions({ actor: 'project', connectionId, query: { user_id: userId } });
      } catch (thrown) {
        const connection = connectionsStore.getState().value?.find(({ id }) => id === connectionId);
        // The service fails because there are none left, which this window has seen.
        if (mayMeanNoSessions(thrown, connection) && areAllEnded(client.getQueryData<SessionList>(queryKey))) return { items: [] };
        throw thrown;
      }
    },
    select: ordered,
    enabled,
  });
}

/** Reads a session as the service sends it. Throws `object-gone` if it has ended. */
export function readRawSession(of: UserOf, sessionId: string): Promise<object> {
  return findRaw(service.auth.sessions({ ...callerFor(of), query: { user_id: userIdFor(of) }, raw: true }), sessionId);
}

impersonationsStore.subscribe(({ value }, before) => markEndedOf(before.value ?? [], value ?? before.value ?? []));

/** The sessions that were created for a user in Latchkey, or may have been. */
export function useCreatedSessions(connectionId: string, userId: string) {
  return useQuery({
    // Read again with the user's sessions.
    queryKey: [...queryKeys.userSessions(connectionId, userId), 'created'],
    queryFn: async () => (await api.impersonations.createdSessions({ connectionId, userId })).sessions,
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
export function useRevokeSession(of: UserOf) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => revoke(of, sessionId),
    onSuccess: (_, sessionId) => forget(client, of, [sessionId]),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(of) }),
  });
}

/** Revokes several sessions one after another, with a result for each, and reads the list again. `onEnd` runs even if the screen was left. */
export function useRevokeOthers(of: UserOf, onEnd: (summary: RevokeSummary) => void) {
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

function keyOf(of: UserOf) {
  if (of.actor === 'account') return queryKeys.ownSessions(of.connectionId, of.accountId);
  return queryKeys.userSessions(of.connectionId, of.userId);
}

async function revoke(of: UserOf, id: string): Promise<void> {
  const call = { ...callerFor(of), params: { id }, query: { user_id: userIdFor(of) } };
  await removeOnce(() => service.auth.revokeSession(call), isSessionGone);
  markEnded(id);
}

function forget(client: QueryClient, of: UserOf, ids: readonly string[]): void {
  client.setQueryData<SessionList>(
    keyOf(of),
    (before) => before && { ...before, items: before.items.filter(({ id }) => !ids.includes(id)) },
  );
}
