/** Secrets as they arrive. */

import type { SecretReference } from '../../contract/service/secret';

/** The type of a row's secret allows for references, which only windows hold: what a schema of the sandbox let in is text. */
export function requireSecretText(secret: string | SecretReference): string {
  if (typeof secret !== 'string') throw new TypeError('A reference to a secret was sent instead of the secret.');
  return secret;
}
