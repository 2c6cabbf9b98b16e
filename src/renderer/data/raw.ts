/** Objects as the service sends them: with fields that Latchkey doesn't know, and without secrets. Always read again, because they aren't kept. */
import { useQuery } from '@tanstack/react-query';
import { AppError } from '#contract/errors.ts';
import { service } from './api';
import type { TeamRef } from './keys';

/** Reads an object to copy it. */
export type ReadRaw = () => Promise<object>;

/** Returns a user of the project, for a screen that shows the whole object. */
export function useRawUser(connectionId: string, userId: string) {
  return useQuery({ ...rawUserQuery(connectionId, userId), staleTime: 0 });
}

export function readRawUser(connectionId: string, userId: string): Promise<object> {
  return rawUserQuery(connectionId, userId).queryFn();
}

function rawUserQuery(connectionId: string, userId: string) {
  return service.users.read.query({ actor: 'project', connectionId, params: { user_id: userId }, raw: true });
}

export function readRawTeam(connectionId: string, teamId: string): Promise<object> {
  return service.teams.read({ actor: 'project', connectionId, params: { id: teamId }, raw: true });
}

/** Reads what an account sees of a member of its team. */
export function readRawProfile({ connectionId, accountId, teamId }: TeamRef, userId: string): Promise<object> {
  const params = { team_id: teamId, user_id: userId };
  return service.teams.profile({ actor: 'account', connectionId, accountId, params, raw: true });
}

/** Finds an object that the service has only in a list. Throws `object-gone` if it is no longer there. */
export async function findRaw(list: Promise<{ readonly items: readonly { readonly id: string }[] }>, id: string): Promise<object> {
  const found = (await list).items.find((item) => item.id === id);
  if (found === undefined) throw new AppError({ code: 'object-gone' });
  return found;
}

/** Reads a page of a list that starts with an item; empty if that no longer exists. */
export type ReadPage = (cursor: string) => Promise<readonly { readonly id: string }[]>;

/**
 * Reads items of a list, in the order of `ids`, by pages that start with one of them. Items that are gone are left out; throws `object-gone` if
 * none is left.
 */
export async function readInRuns(ids: readonly string[], readPage: ReadPage): Promise<readonly object[]> {
  const wanted = new Set(ids);
  const found = new Map<string, object>();
  for (const id of ids) {
    if (found.has(id)) continue;
    for (const item of await readPage(id)) if (wanted.has(item.id)) found.set(item.id, item);
  }
  if (found.size === 0) throw new AppError({ code: 'object-gone' });
  return ids.flatMap((id) => found.get(id) ?? []);
}
