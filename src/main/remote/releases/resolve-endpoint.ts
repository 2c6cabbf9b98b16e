/** Whether a service has a row, and where, by what is known of its release. */
import type { KnownFeatures } from '../../../contract/bridge/connections';
import { AppError, fail } from '../../../contract/errors';
import type { Endpoint } from '../../../contract/kit';

/**
 * The row as that service has it. Fails with `not-offered-by-service` when it is known that the row is not there yet, or not
 * any more; what is not known is tried.
 */
export function resolveEndpoint(row: Endpoint, features: KnownFeatures = {}): Endpoint {
  const { feature, gone, moved } = row;
  if (feature !== undefined && features[feature] === false) throw fail('not-offered-by-service');
  if (gone !== undefined && features[gone] === true) throw fail('not-offered-by-service');
  return moved !== undefined && features[moved.feature] === true ? { ...row, path: moved.path } : row;
}

/** True for rows that not every release has at the same place. */
export function dependsOnRelease({ feature, gone, moved }: Endpoint): boolean {
  return feature !== undefined || gone !== undefined || moved !== undefined;
}

/** True when the API said that it has no such path (wire/conventions 1), which no handler of a call says. */
export function isEndpointMissing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError) || thrown.code !== 'service-error') return false;
  return thrown.report.status === 404 && /^404 .*this page does not exist/.test(thrown.report.text ?? '');
}
