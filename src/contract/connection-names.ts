import type { Connection } from './bridge/connections';
import { parseUrl } from './urls';

export type NamedConnection = Pick<Connection, 'id' | 'name' | 'baseUrl' | 'group' | 'projectId'>;

/** Number of characters of a project ID that tell it from others. */
const shortLength = 8;

/**
 * Returns the name of each connection by its ID, so that no two are called the same: those of one name are followed by what differs first,
 * their server, their group in the rail, their project, or their number among each other.
 */
export function distinctNames(connections: readonly NamedConnection[]): ReadonlyMap<string, string> {
  return new Map(connections.map((connection) => [connection.id, nameAmong(connection, connections)]));
}

function nameAmong(connection: NamedConnection, all: readonly NamedConnection[]): string {
  const alike = all.filter(({ name }) => name === connection.name);
  if (alike.length < 2) return connection.name;
  const number = alike.indexOf(connection) + 1;
  const detailsOf = ({ baseUrl, group, projectId }: NamedConnection) => [hostOf(baseUrl), group ?? '', projectId.slice(0, shortLength)];
  const own = detailsOf(connection);
  const others = alike.filter((other) => other !== connection).map(detailsOf);
  const at = own.findIndex((detail, index) => detail !== '' && others.every((other) => other[index] !== detail));
  return `${connection.name} (${at === -1 ? number : own[at]})`;
}

function hostOf(baseUrl: string): string {
  return parseUrl(baseUrl)?.host ?? baseUrl;
}
