import type { Environment } from './bridge/connection-choices';
import type { SafetyLevel } from './bridge/safety';

/** Returns the default safety level of an environment. */
export function defaultSafety(environment: Environment): SafetyLevel {
  return environment === 'production' ? 'type-to-destroy' : 'normal';
}
