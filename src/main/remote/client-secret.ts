/** The secret with which a project's client proves itself in OAuth (wire/endpoints 2.1 and 2.3, wire/newer 2.1). */
import type { Target } from './send';

/** What clients without a publishable key send in its place (wire/newer 2.1, 2.8.71). */
export const publicClientSecret = '__stack_public_client__';

/**
 * Returns the project's publishable key, or what clients without one send; null where the service is known to need a key that
 * this connection does not have. Fails with the secret store's codes.
 */
export async function clientSecretOf({ keys, features }: Target): Promise<string | null> {
  const publishableKey = (await keys.client?.()) ?? null;
  if (publishableKey !== null) return publishableKey;
  return (await features?.())?.['keyless-clients'] === false ? null : publicClientSecret;
}
