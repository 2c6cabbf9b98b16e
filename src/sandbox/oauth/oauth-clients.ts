/** Clients of the service's OAuth: projects, authenticated by their publishable key (wire/endpoints 2.1, 2.3). */
import type { Store } from '../database/database';
import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import { isValidKey } from '../stores/key-set-store';
import { findProject, type Project } from '../stores/project-store';

/** Returns the project of a `client_id`. Newer releases also accept a branch, of which there is one (`{project id}#main`). */
export function projectOfClient(store: Store, clientId: string): Project | undefined {
  const [projectId = '', branch = 'main'] = clientId.split('#', 2);
  return branch === 'main' ? findProject(store, projectId) : undefined;
}

/** Secret of clients without a key (wire/newer 2.1, 2.8.71). */
const publicClient = '__stack_public_client__';

/** Whether a secret proves the client. Throws PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT for a client without a key that needs one. */
export function isValidSecret({ store, clock, release }: SandboxContext, project: Project, secret: string): boolean {
  if (secret !== publicClient || !release.has('keyless-clients')) return isValidKey(store, project.id, 'client', secret, clock.now());
  requireNoPublishableKey(project);
  return true;
}

/** Throws PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT if the project requires its key of clients (wire/corrections 2.8.86: keys). */
export function requireNoPublishableKey({ id, config }: Project): void {
  if (config.later?.requirePublishableClientKey) throw knownError('PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT', { project_id: id });
}
