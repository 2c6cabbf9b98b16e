/** One user of the project, as its admin sees them. */
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { userRestriction, userUpdate } from '#contract/service/users.ts';
import { isMissing, missingUser } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { searchPattern } from '#lib/search.ts';
import { service } from './api';
import { assertId } from './assert-id';
import { queryKeys } from './keys';
import { cachedUser } from './user-pages';

/** Returns a user by ID; shows the list's copy at once. */
export function useUser(connectionId: string, userId: string) {
  return useQuery(userQuery(useQueryClient(), connectionId, userId));
}

/** Returns a user that a screen reads or has read; sends no request. */
export function useKnownUser(connectionId: string, userId: string): ServerUser | undefined {
  return useQuery({ ...userQuery(useQueryClient(), connectionId, userId), enabled: false }).data;
}

function userQuery(client: QueryClient, connectionId: string, userId: string) {
  return queryOptions({
    queryKey: readUserQuery(connectionId, userId).queryKey,
    // The list's copy, as data: a placeholder would go, with what was typed into its form, when the user turns out to be deleted.
    initialData: () => cachedUser(client, connectionId, userId),
    initialDataUpdatedAt: 0,
    queryFn: () => readUser(connectionId, userId),
  });
}

function readUserQuery(connectionId: string, userId: string) {
  return service.users.read.query({ actor: 'project', connectionId, params: { user_id: userId } });
}

async function readUser(connectionId: string, userId: string): Promise<ServerUser> {
  assertId(userId, 'params.user_id');
  return readUserQuery(connectionId, userId).queryFn();
}

/** Returns a function that reads the user again, and stores what it read. */
export function useReadUser(connectionId: string, userId: string): () => Promise<ServerUser> {
  const client = useQueryClient();
  return async () => {
    const user = await readUser(connectionId, userId).catch((thrown: unknown) => {
      noticeMissing(client, connectionId, userId, thrown);
      throw thrown;
    });
    client.setQueryData(readUserQuery(connectionId, userId).queryKey, user);
    return user;
  };
}

/** Changes fields of a user. */
export function useUpdateUser(connectionId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof userUpdate> | z.input<typeof userRestriction>) =>
      service.users.update({ actor: 'project', connectionId, params: { user_id: userId }, body }),
    onSuccess: (user: ServerUser) => client.setQueryData(readUserQuery(connectionId, userId).queryKey, user),
    onError: (thrown) => noticeMissing(client, connectionId, userId, thrown),
  });
}

/** Has the user read again if a request failed because they are deleted, so that every part of the screen says so. */
function noticeMissing(client: QueryClient, connectionId: string, userId: string, thrown: unknown): void {
  if (isUserNotFound(thrown)) void client.invalidateQueries({ queryKey: readUserQuery(connectionId, userId).queryKey });
}

/** Returns a function that deletes a user. A user who is deleted already, here or elsewhere, counts as deleted. */
export function useDeleteUser(connectionId: string, userId: string): (snapshot: SnapshotChoice) => Promise<void> {
  const client = useQueryClient();
  return async (snapshot) => {
    try {
      await service.users.delete({ actor: 'project', connectionId, params: { user_id: userId }, snapshot });
    } catch (thrown) {
      if (!(await isDeleted(connectionId, userId, thrown))) throw thrown;
    }
    void client.invalidateQueries({ queryKey: queryKeys.users(connectionId) });
  };
}

/** Whether the user is deleted after a failed attempt. If there was no response, reads the user. */
async function isDeleted(connectionId: string, userId: string, thrown: unknown): Promise<boolean> {
  if (isUserNotFound(thrown)) return true;
  if (!isOutcomeUnknown(reportOf(thrown))) return false;
  return await readUser(connectionId, userId).then(() => false, isUserNotFound);
}

/** Whether a request failed because the user doesn't exist. */
function isUserNotFound(thrown: unknown): boolean {
  return isMissing(reportOf(thrown), missingUser);
}

/** Whose data a call is about, and by which right. */
export type UserOf =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string; readonly userId: string };

type Caller =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string };

/** Returns the part of a call that says who makes it. */
export function callerFor(of: UserOf): Caller {
  const { actor, connectionId } = of;
  return actor === 'account' ? { actor, connectionId, accountId: of.accountId } : { actor, connectionId };
}

/** Returns the user's ID in a call. An account's own user is `me`. */
export function userIdFor(of: UserOf): string {
  return of.actor === 'account' ? 'me' : of.userId;
}

/** Returns the key under which the user is cached. */
export function userKey(of: UserOf) {
  return of.actor === 'account' ? service.users.me.query(of).queryKey : readUserQuery(of.connectionId, of.userId).queryKey;
}

/** Users that a choice offers at most. */
const maxFoundUsers = 8;

/** Returns the first users that match a text: part of the name or email, or the ID (wire/endpoints 4.2), and which of them are in a team. */
export function useFoundUsers(connectionId: string, text: string, teamId?: string) {
  return useQuery({
    queryKey: [...queryKeys.users(connectionId), 'found', text, teamId ?? null],
    queryFn: async () => {
      // In the same order, the members among the first users are also among the first members, so one more request finds them all.
      const [users, members] = await Promise.all([
        findUsers(connectionId, text),
        teamId === undefined ? undefined : findUsers(connectionId, text, teamId),
      ]);
      // Like every cached page of users, with its `items`.
      return { ...users, memberIds: new Set(members?.items.map(({ id }) => id)) };
    },
    placeholderData: keepPreviousData,
  });
}

function findUsers(connectionId: string, text: string, teamId?: string) {
  const search = { ...(text === '' ? {} : { query: searchPattern(text) }), ...(teamId === undefined ? {} : { team_id: teamId }) };
  return service.users.list({
    actor: 'project',
    connectionId,
    query: { limit: maxFoundUsers, order_by: 'signed_up_at', desc: true, ...search },
  });
}
