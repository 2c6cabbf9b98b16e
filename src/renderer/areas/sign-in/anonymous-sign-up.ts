import type { Connection } from '#contract/bridge/connections.ts';

/**
 * Whether a project may have anonymous users: every project from release 2.8.34 on, before that `internal` and the sandbox's
 * (wire/flows 7). True as well while the release is not known.
 */
export function mayHaveAnonymousUsers({ kind, projectId, features }: Pick<Connection, 'kind' | 'projectId' | 'features'>): boolean {
  return kind === 'sandbox' || projectId === 'internal' || features?.['anonymous-opt-in'] !== false;
}
