import type { Connection } from '../../../contract/bridge/connections';

/** Whether the connection is to the project whose accounts own projects. */
export function ownsProjects({ projectId }: Connection): boolean {
  return projectId === 'internal';
}

/** Whether the connection has a key, or an owner's session, that can read and change the project's users. */
export function hasProjectAccess({ credentials }: Connection): boolean {
  return Boolean(credentials.server || credentials.admin || credentials.owner);
}
