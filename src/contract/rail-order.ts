import type { Connection } from './bridge/connections';

/** A person's own connections first, the sandbox's below them. */
export function inRailOrder(connections: readonly Connection[]): readonly Connection[] {
  return [...connections.filter(({ kind }) => kind === 'project'), ...connections.filter(({ kind }) => kind === 'sandbox')];
}
