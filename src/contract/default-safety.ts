import type { Environment } from './bridge/connection-choices';
import type { SafetyLevel } from './bridge/safety';

/** What a connection asks about where nobody has chosen. */
export function defaultSafety(environment: Environment): SafetyLevel {
  return environment === 'production' ? 'type-to-destroy' : 'normal';
}
