import type { QueryKey } from '@tanstack/react-query';
import type { ErrorReport } from '#contract/errors.ts';
import { isMissing, missingTeam, missingUser } from '#lib/errors/can-retry.ts';
import { inConnection } from './service-query';

/** The reads of one object, with how the service says that there is none, and the parameter that has its ID. */
const reads: Readonly<Record<string, readonly [missing: typeof missingUser, parameter: string]>> = {
  'users.read': [missingUser, 'user_id'],
  'teams.read': [missingTeam, 'id'],
};

/** Returns the user or the team that a failed query of a project found to be missing; null for any other query or failure. */
export function missingObject(key: QueryKey, report: ErrorReport): { readonly connectionId: string; readonly id: string } | null {
  const [root, connectionId, name, input] = key;
  const [missing, parameter] = (typeof name === 'string' && Object.hasOwn(reads, name) && reads[name]) || [];
  if (root !== inConnection('')[0] || typeof connectionId !== 'string' || missing === undefined || parameter === undefined) return null;
  const id = (input as { readonly params?: Readonly<Record<string, unknown>> } | undefined)?.params?.[parameter];
  return typeof id === 'string' && isMissing(report, missing) ? { connectionId, id } : null;
}
