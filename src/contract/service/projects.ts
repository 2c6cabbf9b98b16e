/** Projects and their public keys (wire/endpoints 7). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxObjectBytes } from '../limits';
import { id, success } from './models/fields';
import { adminProject, adminProjects, projectCreation, projectListSecrets, projectSecrets, projectUpdate } from './models/project-models';
import { clientProject, jwks } from './models/user-models';
import { reads } from './read-groups';

const path = '/projects/current';
const moved = { feature: 'internal-project-path', path: '/internal/projects/current' } as const;

export const projects = {
  current: endpoint({ method: 'GET', path, actors: { none: { access: 'client', response: clientProject } } }),
  read: endpoint({
    method: 'GET',
    path,
    moved,
    secrets: { response: projectSecrets.response },
    actors: { project: { access: 'admin', response: adminProject } },
  }),
  update: endpoint({
    method: 'PATCH',
    path,
    moved,
    completedWith: 'project',
    secrets: projectSecrets,
    invalidates: [...reads.project, ...reads.projects],
    journal: { subject: { kind: 'project' }, before: 'projects.read', undo: { restore: true } },
    actors: { project: { access: 'admin', body: projectUpdate, response: adminProject } },
  }),
  delete: endpoint({
    method: 'DELETE',
    path,
    moved,
    invalidates: 'everything',
    journal: { subject: { kind: 'project' }, before: 'projects.read', undo: { none: 'project' } },
    actors: { project: { access: 'admin', response: success } },
  }),
  list: endpoint({
    method: 'GET',
    path: '/internal/projects',
    secrets: projectListSecrets,
    actors: { account: { access: 'client', response: adminProjects } },
  }),
  create: endpoint({
    method: 'POST',
    path: '/internal/projects',
    maxResponseBytes: maxObjectBytes,
    secrets: projectSecrets,
    invalidates: reads.projects,
    journal: { subject: { kind: 'project', id: 'response.id' }, before: null, undo: { none: 'project' } },
    actors: { account: { access: 'client', body: projectCreation, response: adminProject } },
  }),
  /** Transfers a project to another team of project `internal` of which the caller is a member (wire/newer 2.5). */
  transfer: endpoint({
    method: 'POST',
    path: '/internal/projects/transfer',
    feature: 'project-transfer',
    invalidates: reads.projects,
    journal: { subject: { kind: 'project', id: 'body.project_id' }, before: 'projects.list', undo: { restore: true } },
    actors: {
      account: { access: 'client', body: z.strictObject({ project_id: z.string(), new_team_id: id }), response: z.object({}) },
    },
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/projects/{project_id}/.well-known/jwks.json',
    params: z.strictObject({ project_id: z.string() }),
    actors: { none: { access: 'public', response: jwks } },
  }),
};
