import type { Connection } from '../../../contract/bridge/connections';

/** Whether the connection is to the project whose accounts own projects. */
export function ownsProjects({ projectId }: Pick<Connection, 'projectId'>): boolean {
  return projectId === 'internal';
}

/** Whether the connection has a key, or an owner's session, that can read and change the project's users. */
export function hasProjectAccess({ credentials }: Connection): boolean {
  return Boolean(credentials.server || credentials.admin || credentials.owner);
}

/** Whether the connection has the admin key, or an owner's session, which metrics and settings of the project require. */
export function hasAdminAccess({ credentials }: Connection): boolean {
  return Boolean(credentials.admin || credentials.owner);
}
