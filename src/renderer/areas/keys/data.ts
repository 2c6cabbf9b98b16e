/** What the service says about the API key of a user or team (wire/endpoints 8, wire/flows 16). */
import type { SecretReference } from '#contract/service/models/secret.ts';
import { service } from '#data/api.ts';
import type { ApiKey } from '#data/api-keys.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { ApiKeyOwner, ApiKeyText } from '#lib/rules/project-keys.ts';

export type ApiKeyCheck =
  | { readonly outcome: 'valid'; readonly key: ApiKey }
  /** The service tells no more of such a key. A user's key is read by its ID; null if that isn't possible. */
  | { readonly outcome: 'expired' | 'revoked'; readonly owner: ApiKeyOwner; readonly key: ApiKey | null }
  | { readonly outcome: 'not-found' };

/** The requests that a check makes. */
export interface CheckCalls {
  check(owner: ApiKeyOwner, key: SecretReference): Promise<ApiKey>;
  readUserKey(id: string): Promise<ApiKey>;
}

/**
 * Resolves to what the service says about a key. `text` is what the key itself says: it decides which kind is asked about first, and a key of
 * the other kind is asked about as that. Throws the errors of the requests.
 */
export async function checkApiKey(calls: CheckCalls, key: SecretReference, text: ApiKeyText | null): Promise<ApiKeyCheck> {
  const first = text?.owner ?? 'user';
  for (const owner of [first, first === 'user' ? 'team' : 'user'] as const) {
    try {
      return { outcome: 'valid', key: await calls.check(owner, key) };
    } catch (thrown) {
      const { known } = reportOf(thrown);
      if (known === 'WRONG_API_KEY_TYPE' && owner === first) continue;
      if (known === 'API_KEY_NOT_FOUND') return { outcome: 'not-found' };
      const outcome = known === 'API_KEY_EXPIRED' ? 'expired' : known === 'API_KEY_REVOKED' ? 'revoked' : null;
      if (outcome === null) throw thrown;
      return { outcome, owner, key: owner === 'user' && text !== null ? await calls.readUserKey(text.id).catch(() => null) : null };
    }
  }
  return { outcome: 'not-found' };
}

/** Returns the requests of a check through a connection. */
export function checkCalls(connectionId: string): CheckCalls {
  const project = { actor: 'project', connectionId } as const;
  return {
    check: (owner, key) =>
      owner === 'user'
        ? service.apiKeys.checkUserKey({ ...project, body: { api_key: key } })
        : service.apiKeys.checkTeamKey({ ...project, body: { api_key: key } }),
    readUserKey: (id) => service.apiKeys.readUserKey({ ...project, params: { api_key_id: id }, query: {} }),
  };
}

/** Revokes a leaked key. The service notifies its owners. */
export async function revokeLeakedKey(connectionId: string, key: SecretReference): Promise<void> {
  await service.apiKeys.revokeLeakedKey({ actor: 'none', connectionId, body: { api_key: key } });
}
