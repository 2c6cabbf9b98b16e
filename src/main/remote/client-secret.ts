/** The client secret that a project's client sends in OAuth requests (wire/endpoints 2.1 and 2.3, wire/newer 2.1). */
import type { Target } from './send';

/** The client secret of clients without a publishable key (wire/newer 2.1, 2.8.71). */
export const publicClientSecret = '__stack_public_client__';

/**
 * Returns the project's publishable key, or the secret of clients without one; null when the service is known to require a key
 * that this connection does not have. Throws the secret store's codes.
 */
export async function clientSecretOf({ keys, features }: Target): Promise<string | null> {
  const publishableKey = (await keys.client?.()) ?? null;
  if (publishableKey !== null) return publishableKey;
  return (await features?.())?.['keyless-clients'] === false ? null : publicClientSecret;
}
