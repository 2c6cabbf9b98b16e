/** Sessions: the account's own, and those of a user of the project. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { Omitted } from '#contract/definitions.ts';
import { AppError, type ErrorReport } from '#contract/errors.ts';
import type { Session } from '#contract/service/models/user-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useAction } from '#lib/use-action.ts';
import { api, service } from './api';
import { findRaw } from './raw';
import { isSessionGone, removeOnce } from './repeatable-writes';
import { topicStores } from './topics';
import { callerFor, type UserOf, userIdFor } from './users';

/** Sessions that this window has seen end. */
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

/** Sessions in the order in which they are shown, and what was left out of the service’s list. */
export interface SessionList {
  readonly items: readonly Session[];
  readonly omitted?: Omitted;
}

/** The sessions of an account, the one in use first, then the last used. */
export function useOwnSessions(connectionId: string, accountId: string) {
  return useQuery({ ...sessionsQuery({ actor: 'account', connectionId, accountId }), select: ordered });
}

/** The sessions of a user of the project; not read before `enabled`. */
export function useUserSessions(connectionId: string, userId: string, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({ ...userSessionsQuery(client, connectionId, userId), select: ordered, enabled });
}

function userSessionsQuery(client: QueryClient, connectionId: string, userId: string) {
  const { queryKey, queryFn } = sessionsQuery({ actor: 'project', connectionId, userId });
  return {
    queryKey,
    queryFn: async (): Promise<SessionList> => {
      try {
        return await queryFn();
      } catch (thrown) {
        const connection = topicStores['connections.list'].getState().value?.find(({ id }) => id === connectionId);
        // The service fails because there are none left, which this window has seen.
        if (mayMeanNoSessions(thrown, connection) && areAllEnded(client.getQueryData(queryKey))) return { items: [] };
        throw thrown;
      }
    },
  };
}

/** Reads a session as the service sends it. Throws `object-gone` if it has ended. */
export function readRawSession(of: UserOf, sessionId: string): Promise<object> {
  return findRaw(service.auth.sessions({ ...callerFor(of), query: { user_id: userIdFor(of) }, raw: true }), sessionId);
}

topicStores['impersonations.list'].subscribe(({ value }, before) => markEndedOf(before.value ?? [], value ?? before.value ?? []));

/** The sessions that were created for a user in Latchkey, or may have been. */
export function useCreatedSessions(connectionId: string, userId: string) {
  return useQuery({
    // Read again with the user's sessions.
    queryKey: [...sessionsQuery({ actor: 'project', connectionId, userId }).queryKey, 'created'],
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
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery(of).queryKey }),
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
    await client.invalidateQueries({ queryKey: sessionsQuery(of).queryKey });
    onEnd(summary);
  });
  return { results, running: isPending, run };
}

/**
 * Returns a function that revokes all sessions of a user of the project, as they are listed then. Resolves to their number. Throws the first
 * failure; the sessions that are left are read again.
 */
export function useRevokeUserSessions(connectionId: string, userId: string): () => Promise<number> {
  const client = useQueryClient();
  const of = { actor: 'project', connectionId, userId } as const;
  return async () => {
    const query = userSessionsQuery(client, connectionId, userId);
    const { items } = await client.fetchQuery({ ...query, staleTime: 0 });
    const failures: ErrorReport[] = [];
    const note = (_id: string, result: RowResult | null) => {
      if (result?.state === 'failed') failures.push(result.report);
    };
    const { revoked } = await revokeSequentially(
      items.map(({ id }) => id),
      (id) => revoke(of, id),
      note,
    );
    await client.invalidateQueries({ queryKey: query.queryKey });
    if (failures[0] !== undefined) throw new AppError(failures[0]);
    return revoked;
  };
}

function sessionsQuery(of: UserOf) {
  return service.auth.sessions.query({ ...callerFor(of), query: { user_id: userIdFor(of) } });
}

async function revoke(of: UserOf, id: string): Promise<void> {
  const call = { ...callerFor(of), params: { id }, query: { user_id: userIdFor(of) } };
  await removeOnce(() => service.auth.revokeSession(call), isSessionGone);
  markEnded(id);
}

function forget(client: QueryClient, of: UserOf, ids: readonly string[]): void {
  client.setQueryData(
    sessionsQuery(of).queryKey,
    (before) => before && { ...before, items: before.items.filter(({ id }) => !ids.includes(id)) },
  );
}

/** State of the revocation of one session among several. */
export type RowResult = { readonly state: 'waiting' | 'running' | 'revoked' } | { readonly state: 'failed'; readonly report: ErrorReport };

export interface RevokeSummary {
  readonly revoked: number;
  readonly failed: number;
  /** Not tried, because the failure that stopped the run applies to these too. */
  readonly left: number;
}

/**
 * Revokes one after another and reports each. If one is refused, the rest are still tried; any other failure,
 * such as a lost network or an ended session, concerns them all and ends the run.
 */
export async function revokeSequentially(
  ids: readonly string[],
  revoke: (id: string) => Promise<unknown>,
  tell: (id: string, result: RowResult | null) => void,
): Promise<RevokeSummary> {
  let revoked = 0;
  let failed = 0;
  for (const id of ids) tell(id, { state: 'waiting' });
  for (const [at, id] of ids.entries()) {
    tell(id, { state: 'running' });
    const report = await attempt(() => revoke(id));
    tell(id, report === null ? { state: 'revoked' } : { state: 'failed', report });
    if (report === null) revoked += 1;
    else failed += 1;
    if (report === null || concernsOneRow(report)) continue;
    const rest = ids.slice(at + 1);
    for (const untried of rest) tell(untried, null);
    return { revoked, failed, left: rest.length };
  }
  return { revoked, failed, left: 0 };
}

async function attempt(run: () => Promise<unknown>): Promise<ErrorReport | null> {
  try {
    await run();
    return null;
  } catch (thrown) {
    return reportOf(thrown);
  }
}

function concernsOneRow({ code }: ErrorReport): boolean {
  return code === 'known-error' || code === 'service-error';
}

/** Whether the error may only mean that the user has no sessions: releases before 2.8.13 fail with status 500 then (wire/endpoints 1.6). */
export function mayMeanNoSessions(error: unknown, connection: Pick<Connection, 'features'> | undefined): boolean {
  const { code, status } = reportOf(error);
  return code === 'service-error' && status === 500 && connection?.features?.['empty-session-lists'] !== true;
}
