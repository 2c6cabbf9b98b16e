/** Secrets in requests. */
import type { SecretReference } from '../../contract/service/models/secret';

/** Returns a secret as text. Its type also allows references, which only windows use and the schema rejects. */
export function requireSecretText(secret: string | SecretReference): string {
  if (typeof secret !== 'string') throw new TypeError('A reference to a secret was sent instead of the secret.');
  return secret;
}
