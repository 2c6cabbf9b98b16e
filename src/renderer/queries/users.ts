/** One user of the project, as its admin sees them. */
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ServerUser } from '../../contract/service/models/models';
import type { userUpdate } from '../../contract/service/users';
import { service } from '../api';
import { reportOf } from '../lib/errors/error-text';
import { isMissing, missingUser } from '../lib/errors/is-missing';
import { isOutcomeUnknown } from '../lib/rules/unknown-outcome';
import { queryKeys } from './cache/keys';
import { assertId } from './find/assert-id';
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
    queryKey: queryKeys.user(connectionId, userId),
    // The list's copy, as data: a placeholder would go, with what was typed into its form, when the user turns out to be deleted.
    initialData: () => cachedUser(client, connectionId, userId),
    initialDataUpdatedAt: 0,
    queryFn: () => readUser(connectionId, userId),
  });
}

async function readUser(connectionId: string, userId: string): Promise<ServerUser> {
  assertId(userId, 'params.user_id');
  return service.users.read({ actor: 'project', connectionId, params: { user_id: userId } });
}

/** Returns a function that reads the user again, and stores what it read. */
export function useReadUser(connectionId: string, userId: string): () => Promise<ServerUser> {
  const client = useQueryClient();
  return async () => {
    const user = await readUser(connectionId, userId).catch((thrown: unknown) => {
      noticeMissing(client, connectionId, userId, thrown);
      throw thrown;
    });
    client.setQueryData(queryKeys.user(connectionId, userId), user);
    return user;
  };
}

/** Changes fields of a user. */
export function useUpdateUser(connectionId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof userUpdate>) =>
      service.users.update({ actor: 'project', connectionId, params: { user_id: userId }, body }),
    onSuccess: (user: ServerUser) => client.setQueryData(queryKeys.user(connectionId, userId), user),
    onError: (thrown) => noticeMissing(client, connectionId, userId, thrown),
  });
}

/** Has the user read again if a request failed because they are deleted, so that every part of the screen says so. */
function noticeMissing(client: QueryClient, connectionId: string, userId: string, thrown: unknown): void {
  if (isUserNotFound(thrown)) void client.invalidateQueries({ queryKey: queryKeys.user(connectionId, userId) });
}

/** Returns a function that deletes a user. A user who is deleted already, here or elsewhere, counts as deleted. */
export function useDeleteUser(connectionId: string, userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await service.users.delete({ actor: 'project', connectionId, params: { user_id: userId } });
    } catch (thrown) {
      if (!(await isDeleted(connectionId, userId, thrown))) throw thrown;
    }
    void client.invalidateQueries({ queryKey: queryKeys.users(connectionId) });
  };
}

/** Whether the user is deleted after a failed attempt. Without a response, the service is asked. */
async function isDeleted(connectionId: string, userId: string, thrown: unknown): Promise<boolean> {
  if (isUserNotFound(thrown)) return true;
  if (!isOutcomeUnknown(reportOf(thrown))) return false;
  return await readUser(connectionId, userId).then(() => false, isUserNotFound);
}

/** Whether a request failed because the user doesn't exist. */
export function isUserNotFound(thrown: unknown): boolean {
  return isMissing(reportOf(thrown), missingUser);
}
