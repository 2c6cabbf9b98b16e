/** Handlers of projects. */
import type { RowOf } from '#contract/service/index.ts';
import { createNewConfiguration } from '../configuration/project-config';
import type { Store } from '../database/database';
import type { CheckedRequest, Handler, HandlersOf } from '../http/context';
import { knownError, plainFailure, teamMembershipNotFound } from '../http/failures';
import { reply, widerReply } from '../http/respond';
import { uuid } from '../random';
import { createSigningKey, toPublicJwk } from '../sessions/signing-keys';
import { findMembership } from '../stores/membership-store';
import { insertDefaultDefinitions } from '../stores/permission-store';
import { deleteProject, findProject, findProjects, insertProject, type Project, setOwnerTeam } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';
import { defaultConfigOf, defaultPermissionsOf } from './project-defaults';
import { creationInput, updateInput } from './project-input';
import { toAdminProject, toClientProject } from './project-object';
import { addOwner, ownedProjects, removeFromOwners } from './project-owners';
import { applyProjectUpdate, type LaterProjectUpdate } from './project-update';

// Endpoints of projects and their public keys (wire/endpoints 7).

/** Returns the client object; up to 2.8.4 the admin object with admin access. */
const currentProject: Handler<RowOf<'projects.current'>> = {
  async run(call) {
    const { caller, project, release } = call;
    const isAdminShape = caller.access === 'admin' && !release.has('client-project-path');
    return reply(isAdminShape ? toAdminProject(call, project) : toClientProject(call, project));
  },
};

const readProject: Handler<RowOf<'projects.read'>> = {
  async run(call) {
    return reply(toAdminProject(call, call.project));
  },
};

const updateAnyProject: Handler<RowOf<'projects.update'>> = {
  accepts: updateInput,
  async run(call) {
    const { store, project, body } = call;
    store.transaction(() => applyProjectUpdate(call, project, body as LaterProjectUpdate));
    return reply(toAdminProject(call, stored(store, project.id)));
  },
};

const deleteCurrentProject: Handler<RowOf<'projects.delete'>> = {
  async run({ store, project }) {
    store.transaction(() => {
      deleteProject(store, project.key);
      removeFromOwners(store, project.id);
    });
    return reply({ success: true as const });
  },
};

/** Lists the signed-in user's projects, newest first up to 2.8.10, and then oldest first. IDs of deleted projects are ignored. */
const listOwnProjects: Handler<RowOf<'projects.list'>> = {
  async run(call) {
    const newestFirst = findProjects(call.store, ownedProjects(call, requireOwner(call)));
    const items = call.release.has('lenient-project-updates') ? newestFirst.reverse() : newestFirst;
    return reply({ items: items.map((project) => toAdminProject(call, project)), is_paginated: false as const });
  },
};

/** Creates a project from the defaults of wire/limits 6 and the request. It has no keys. */
const createProject: Handler<RowOf<'projects.create'>> = {
  accepts: creationInput,
  async run(call) {
    const { store, clock, random, release, body } = call;
    const owner = requireOwner(call);
    const team = body.owner_team_id;
    if (team !== undefined) requireMember(call, team, owner);
    const id = uuid(random);
    store.transaction(() => {
      const key = insertProject(store, {
        id,
        display_name: body.display_name,
        created_at: clock.now(),
        config: { id: uuid(random), ...defaultConfigOf(release) },
        signing_key: createSigningKey(random),
      });
      insertDefaultDefinitions(store, key, defaultPermissionsOf(release));
      if (release.has('config-override')) createNewConfiguration(call, stored(store, id));
      applyProjectUpdate(call, stored(store, id), body as LaterProjectUpdate);
      if (team === undefined) addOwner(store, owner, id);
      else setOwnerTeam(store, key, team);
    });
    return reply(toAdminProject(call, stored(store, id)), 201);
  },
};

/**
 * Gives a project to another team. The reference names neither the response nor who may do it: here owners who belong to the new team
 * (wire/newer 2.5, 2.8.34).
 */
const transferProject: Handler<RowOf<'projects.transfer'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, body } = call;
    const owner = requireOwner(call);
    const project = findProject(store, body.project_id);
    if (project === undefined || !ownedProjects(call, owner).includes(project.id))
      throw knownError('PROJECT_NOT_FOUND', { project_id: body.project_id }, { projectId: body.project_id });
    requireMember(call, body.new_team_id, owner);
    setOwnerTeam(store, project.key, body.new_team_id.toLowerCase());
    return widerReply({ success: true });
  },
};

function requireMember(
  { store, project }: Pick<CheckedRequest<RowOf<'projects.create'>>, 'store' | 'project'>,
  teamId: string,
  user: UserRow,
): void {
  if (findMembership(store, project.key, teamId, user.id) === undefined) throw teamMembershipNotFound(teamId, user.id);
}

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

const jwks: Handler<RowOf<'projects.jwks'>> = {
  ignoresQuery: true,
  async run({ store, params }) {
    const project = findProject(store, params.project_id);
    if (project === undefined) throw plainFailure(404, 'Project not found');
    return reply({ keys: [toPublicJwk(project.signing_key)] });
  },
};

export const projectHandlers: HandlersOf<'projects'> = {
  'projects.current': currentProject,
  'projects.read': readProject,
  'projects.update': updateAnyProject,
  'projects.delete': deleteCurrentProject,
  'projects.list': listOwnProjects,
  'projects.create': createProject,
  'projects.transfer': transferProject,
  'projects.jwks': jwks,
};
