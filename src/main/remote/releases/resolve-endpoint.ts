/** Resolves an endpoint for the service's release. */
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { Endpoint } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';

/**
 * Returns the endpoint with the path that it has on the service. Throws `not-offered-by-service` when the service is known not to
 * have it yet, or no longer. Unknown features count as available.
 */
export function resolveEndpoint(endpoint: Endpoint, features: KnownFeatures = {}): Endpoint {
  const { feature, removedSince, moved } = endpoint;
  if (feature !== undefined && features[feature] === false) throw fail('not-offered-by-service');
  if (removedSince !== undefined && features[removedSince] === true) throw fail('not-offered-by-service');
  return moved !== undefined && features[moved.feature] === true ? { ...endpoint, path: moved.path } : endpoint;
}

/** Whether the endpoint is missing or has another path in some releases. */
export function dependsOnRelease({ feature, removedSince, moved }: Endpoint): boolean {
  return feature !== undefined || removedSince !== undefined || moved !== undefined;
}

/** Whether the error is the API's page for unknown paths (wire/conventions 1), which no endpoint's handler returns. */
export function isEndpointMissing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'service-error') return false;
  return thrown.report.status === 404 && /^404 .*this page does not exist/.test(thrown.report.text ?? '');
}

/**
 * Whether an error may come from a service that was updated since its release was detected, so that the path of the endpoint is another one now: it is
 * missing, or a read finds something else there, as at the former path of the project's settings (wire/newer 1, 2.8.5).
 */
export function mayHaveMoved({ effect, moved }: Endpoint, thrown: unknown): boolean {
  if (isEndpointMissing(thrown)) return true;
  return effect === 'read' && moved !== undefined && thrown instanceof AppError && thrown.code === 'bad-response';
}
