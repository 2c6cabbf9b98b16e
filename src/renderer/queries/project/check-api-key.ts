/** What the service says about the API key of a user or team (wire/endpoints 8, wire/flows 16). */
import type { SecretReference } from '../../../contract/service/models/secret';
import { reportOf } from '../../lib/errors/error-text';
import type { ApiKeyOwner, ApiKeyText } from '../../lib/keys/api-key-text';
import type { ApiKey } from '../api-keys';

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
