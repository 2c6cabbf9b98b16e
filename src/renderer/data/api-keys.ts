/** API keys of users and teams. */

import { type QueryClient, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Omitted } from '#contract/definitions.ts';
import type { ErrorReport } from '#contract/errors.ts';
import type { TeamApiKey, UserApiKey } from '#contract/service/models/api-key-models.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { CreatedKeys } from '#lib/rules/project-keys.ts';
import { service } from './api';
import { queryKeys } from './keys';

/**
 * Whether a failure may mean that API keys of this kind can no longer be managed: the project turned them off, or the account lost its
 * permission in the team. The service hides keys from such an account (wire/endpoints 8).
 */
export function mayBeKeyRefusal({ known, status, text }: Pick<ErrorReport, 'known' | 'status' | 'text'>): boolean {
  return known === 'API_KEY_NOT_FOUND' || (status === 400 && /API keys are not enabled/.test(text ?? ''));
}

export type ApiKey = UserApiKey | TeamApiKey;

/** By which right keys are managed: as an account, or with the project's credentials. */
type KeyAccess =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string };

/** Whose API keys, and by which right they are managed. An account's own user is `me`. */
export type KeyOwner = KeyAccess &
  ({ readonly kind: 'user'; readonly userId: string } | { readonly kind: 'team'; readonly teamId: string });

export interface ApiKeyList {
  readonly items: readonly ApiKey[];
  readonly omitted?: Omitted;
}

export interface NewApiKey {
  readonly description: string;
  /** Null for a key without expiry. */
  readonly expires_at_millis: number | null;
}

/** Reads the owner's API keys, the newest first. */
export function useApiKeys(owner: KeyOwner, enabled: boolean) {
  return useQuery({
    queryKey: listQuery(owner).queryKey,
    queryFn: ({ client }) => refreshRefusals(client, owner, listQuery(owner).queryFn()),
    enabled,
  });
}

/** Reads a key of the owner by its ID. */
export function useApiKey(owner: KeyOwner, keyId: string) {
  return useQuery({
    queryKey: [...listQuery(owner).queryKey, keyId],
    queryFn: ({ client }): Promise<ApiKey> => refreshRefusals(client, owner, readApiKey(owner, keyId)),
  });
}

/** Creates a key. Reads the list again also after a failure, because the service may have created it. */
export function useCreateApiKey(owner: KeyOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: NewApiKey): Promise<CreatedKeys> => {
      const { id, description, expires_at_millis: expiresAtMillis, value } = await refreshRefusals(client, owner, create(owner, key));
      // The main process replaces the text of every new key by a reference.
      return { id, description, expiresAtMillis, secrets: [{ kind: 'api-key', secret: value as SecretReference }] };
    },
    onSettled: () => client.invalidateQueries({ queryKey: listQuery(owner).queryKey }),
  });
}

/** Revokes a key by its ID, and reads the list again. */
export function useRevokeApiKey(owner: KeyOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string): Promise<ApiKey> => refreshRefusals(client, owner, update(owner, keyId, { revoked: true })),
    onSuccess: (key) => replace(client, owner, key),
    onSettled: () => client.invalidateQueries({ queryKey: listQuery(owner).queryKey }),
  });
}

/** Changes the description of a key, and reads the list again. */
export function useDescribeApiKey(owner: KeyOwner) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, description }: { id: string; description: string }): Promise<ApiKey> =>
      refreshRefusals(client, owner, update(owner, id, { description })),
    onSuccess: (key) => replace(client, owner, key),
    onSettled: () => client.invalidateQueries({ queryKey: listQuery(owner).queryKey }),
  });
}

/** Resolves like the call. If the service refused it, reads again whether the project and the team allow it. */
async function refreshRefusals<T>(client: QueryClient, owner: KeyOwner, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (thrown) {
    const { connectionId } = owner;
    if (mayBeKeyRefusal(reportOf(thrown))) {
      void client.invalidateQueries({ queryKey: queryKeys.project(connectionId) });
      const permissions = owner.actor === 'account' ? queryKeys.ownPermissions(connectionId, owner.accountId) : [];
      for (const queryKey of permissions) void client.invalidateQueries({ queryKey });
    }
    throw thrown;
  }
}

function accessOf(owner: KeyOwner): KeyAccess {
  const { actor, connectionId } = owner;
  return actor === 'account' ? { actor, connectionId, accountId: owner.accountId } : { actor, connectionId };
}

function listQuery(owner: KeyOwner): { readonly queryKey: QueryKey; readonly queryFn: () => Promise<ApiKeyList> } {
  const access = accessOf(owner);
  if (owner.kind === 'user') return service.apiKeys.listUserKeys.query({ ...access, query: { user_id: owner.userId } });
  return service.apiKeys.listTeamKeys.query({ ...access, query: { team_id: owner.teamId } });
}

/** Reads a key of the owner from the service; a raw one with all fields. */
export function readApiKey(owner: KeyOwner, keyId: string, isRaw = false): Promise<ApiKey> {
  const call = { ...accessOf(owner), params: { api_key_id: keyId }, raw: isRaw } as const;
  if (owner.kind === 'user') return service.apiKeys.readUserKey({ ...call, query: { user_id: owner.userId } });
  return service.apiKeys.readTeamKey({ ...call, query: { team_id: owner.teamId } });
}

async function create(owner: KeyOwner, key: NewApiKey) {
  const access = accessOf(owner);
  if (owner.kind === 'user') return service.apiKeys.createUserKey({ ...access, body: { user_id: owner.userId, ...key } });
  return service.apiKeys.createTeamKey({ ...access, body: { team_id: owner.teamId, ...key } });
}

function update(owner: KeyOwner, keyId: string, body: { readonly description: string } | { readonly revoked: true }): Promise<ApiKey> {
  const call = { ...accessOf(owner), params: { api_key_id: keyId }, body };
  if (owner.kind === 'user') return service.apiKeys.updateUserKey({ ...call, query: { user_id: owner.userId } });
  return service.apiKeys.updateTeamKey({ ...call, query: { team_id: owner.teamId } });
}

function replace(client: QueryClient, owner: KeyOwner, key: ApiKey): void {
  client.setQueryData<ApiKeyList>(
    listQuery(owner).queryKey,
    (before) => before && { ...before, items: before.items.map((one) => (one.id === key.id ? key : one)) },
  );
}
