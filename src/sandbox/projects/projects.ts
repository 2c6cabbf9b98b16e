/** Endpoints of projects and their public keys (wire/endpoints 7). */
import type { RowOf } from '../../contract/service';
import type { Store } from '../database/database';
import { uuid } from '../random';
import type { CheckedRequest, Handler } from '../server/context';
import { knownError, plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import type { UserRow } from '../users/user-store';
import { projectCreationBody, projectUpdateBody } from './project-bodies';
import { defaultConfig } from './project-defaults';
import { toAdminProject, toClientProject } from './project-object';
import { addOwner, ownedProjects, removeFromOwners } from './project-owners';
import { deleteProject, findProject, findProjects, insertProject, type Project } from './project-store';
import { applyProjectUpdate } from './project-update';
import { createSigningKey, toPublicJwk } from './signing-keys';

/** Returns the client object; the admin object with admin access up to 2.8.4. */
export const currentProject: Handler<RowOf<'projects.current'>> = {
  async run({ caller, store, project }) {
    return reply(caller.access === 'admin' ? toAdminProject(store, project) : toClientProject(project));
  },
};

export const readProject: Handler<RowOf<'projects.read'>> = {
  async run({ store, project }) {
    return reply(toAdminProject(store, project));
  },
};

export const updateAnyProject: Handler<RowOf<'projects.update'>> = {
  accepts: { server: { body: projectUpdateBody } },
  async run({ store, project, body }) {
    store.transaction(() => applyProjectUpdate(store, project, body));
    return reply(toAdminProject(store, stored(store, project.id)));
  },
};

export const deleteCurrentProject: Handler<RowOf<'projects.delete'>> = {
  async run({ store, project }) {
    store.transaction(() => {
      deleteProject(store, project.key);
      removeFromOwners(store, project.id);
    });
    return reply({ success: true as const });
  },
};

/** Lists the signed-in user's projects, newest first. IDs of deleted projects are ignored. */
export const listOwnProjects: Handler<RowOf<'projects.list'>> = {
  async run(call) {
    const items = findProjects(call.store, ownedProjects(requireOwner(call)));
    return reply({ items: items.map((project) => toAdminProject(call.store, project)), is_paginated: false as const });
  },
};

/** Creates a project from the defaults of wire/limits 6 and the request. It has no keys. */
export const createProject: Handler<RowOf<'projects.create'>> = {
  accepts: { client: { body: projectCreationBody }, server: { body: projectCreationBody } },
  async run(call) {
    const { store, clock, random, body } = call;
    const owner = requireOwner(call);
    const id = uuid(random);
    store.transaction(() => {
      insertProject(store, {
        id,
        display_name: body.display_name,
        created_at: clock.now(),
        config: { id: uuid(random), ...defaultConfig },
        signing_key: createSigningKey(random),
      });
      applyProjectUpdate(store, stored(store, id), body);
      addOwner(store, owner, id);
    });
    return reply(toAdminProject(store, stored(store, id)), 201);
  },
};

function requireOwner({ caller, project }: Pick<CheckedRequest<RowOf<'projects.list'>>, 'caller' | 'project'>): UserRow {
  if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  if (project.id !== 'internal') throw knownError('EXPECTED_INTERNAL_PROJECT');
  return caller.user;
}

function stored(store: Store, id: string): Project {
  const project = findProject(store, id);
  if (project === undefined) throw new Error(`The project ${id} doesn’t exist.`);
  return project;
}

export const jwks: Handler<RowOf<'projects.jwks'>> = {
  ignoresQuery: true,
  async run({ store, params }) {
    const project = findProject(store, params.project_id);
    if (project === undefined) throw plainFailure(404, 'Project not found');
    return reply({ keys: [toPublicJwk(project.signing_key)] });
  },
};
