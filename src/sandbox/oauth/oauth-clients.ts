/** Clients of the service's OAuth: projects, authenticated by their publishable key (wire/endpoints 2.1, 2.3). */
import type { Store } from '../database/database';
import { findProject, type Project } from '../stores/project-store';

/** Returns the project of a `client_id`. Newer releases also accept a branch, of which there is one (`{project id}#main`). */
export function projectOfClient(store: Store, clientId: string): Project | undefined {
  const [projectId = '', branch = 'main'] = clientId.split('#', 2);
  return branch === 'main' ? findProject(store, projectId) : undefined;
}
