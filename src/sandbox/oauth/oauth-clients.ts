/** Applications of the service's own OAuth: a project, proved by its publishable key (wire/endpoints 2.1, 2.3). */

import type { Store } from '../database/database';
import { findProject, type Project } from '../projects/project-store';

/** The project a `client_id` names; later releases let it carry the branch, of which there is one (`{project id}#main`). */
export function projectOfClient(store: Store, clientId: string): Project | undefined {
  const [projectId = '', branch = 'main'] = clientId.split('#', 2);
  return branch === 'main' ? findProject(store, projectId) : undefined;
}
