import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeySet } from '#contract/service/models/api-key-models.ts';
import type { SecretReference } from '#contract/service/models/secret.ts';
import type { CreatedKeys } from '#lib/rules/project-keys.ts';
import { type KeyKind, keyFields, keyKinds } from '#lib/rules/project-keys.ts';
import { service } from './api';

/** Returns the project's key sets. Requires admin access; not read before `enabled`. */
export function useKeySets(connectionId: string, enabled: boolean) {
  return useQuery({ ...keySetsQuery(connectionId), enabled });
}

function keySetsQuery(connectionId: string) {
  return service.apiKeys.listKeySets.query({ actor: 'project', connectionId });
}

/** Reads a key set by its ID. */
export function useKeySet(connectionId: string, id: string) {
  return useQuery({
    queryKey: [...keySetsQuery(connectionId).queryKey, id],
    queryFn: () => readKeySet(connectionId, id),
  });
}

/** Reads a key set from the service; a raw one with all fields. */
export function readKeySet(connectionId: string, id: string, isRaw = false): Promise<KeySet> {
  return service.apiKeys.readKeySet({ actor: 'project', connectionId, params: { api_key_id: id }, raw: isRaw });
}

export interface NewKeySet {
  readonly description: string;
  readonly expiresAtMillis: number;
  readonly kinds: readonly KeyKind[];
}

/** Creates a key set. Reads the list again also after a failure, because the service may have created it. */
export function useCreateKeySet(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ description, expiresAtMillis, kinds }: NewKeySet): Promise<CreatedKeys> => {
      const created = await service.apiKeys.createKeySet({
        actor: 'project',
        connectionId,
        body: {
          description,
          expires_at_millis: expiresAtMillis,
          has_publishable_client_key: kinds.includes('client'),
          has_secret_server_key: kinds.includes('server'),
          has_super_secret_admin_key: kinds.includes('admin'),
        },
      });
      // The main process replaces the text of every new key by a reference.
      const secrets = keyKinds.flatMap((kind) => {
        const secret = created[keyFields[kind]];
        return secret === undefined ? [] : [{ kind, secret: secret as SecretReference }];
      });
      return { id: created.id, description: created.description, expiresAtMillis: created.expires_at_millis, secrets };
    },
    onSettled: () => client.invalidateQueries({ queryKey: keySetsQuery(connectionId).queryKey }),
  });
}

/** Changes the name of a key set, and reads the list again. */
export function useDescribeKeySet(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, description }: { id: string; description: string }): Promise<KeySet> =>
      service.apiKeys.updateKeySet({ actor: 'project', connectionId, params: { api_key_id: id }, body: { description } }),
    onSettled: () => client.invalidateQueries({ queryKey: keySetsQuery(connectionId).queryKey }),
  });
}

/** Revokes a key set by its ID, and reads the list again. Revoking it again changes nothing. */
export function useRevokeKeySet(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string): Promise<KeySet> =>
      service.apiKeys.updateKeySet({ actor: 'project', connectionId, params: { api_key_id: id }, body: { revoked: true } }),
    onSettled: () => client.invalidateQueries({ queryKey: keySetsQuery(connectionId).queryKey }),
  });
}
