/** Projects and their public keys (endpoints 7). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../context';
import { plain } from '../failures';
import { reply } from '../respond';
import { publicKey } from '../signing-keys';
import { findProject } from '../store/projects';
import { adminProject, clientProject } from './shapes';

/** The client shape; admin access gets the admin shape up to 2.8.4. */
export const currentProject: Handler<RowOf<'projects.current'>> = {
  async run({ caller, store, project }) {
    return reply(caller.access === 'admin' ? adminProject(store, project) : clientProject(project));
  },
};

export const jwks: Handler<RowOf<'projects.jwks'>> = {
  ignoresQuery: true,
  async run({ store, params }) {
    const project = findProject(store, params.project_id);
    if (project === undefined) throw plain(404, 'Project not found');
    return reply({ keys: [publicKey(project.signing_key)] });
  },
};
