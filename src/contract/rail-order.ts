import type { Connection } from './bridge/connections';

/** A person's own connections first, the sandbox's below them. */
export function inRailOrder<T extends Pick<Connection, 'kind'>>(connections: readonly T[]): readonly T[] {
  return [...connections.filter(({ kind }) => kind === 'project'), ...connections.filter(({ kind }) => kind === 'sandbox')];
}
