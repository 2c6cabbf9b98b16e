/** Handlers of permissions. */
import { z } from 'zod';
import type { RowName, RowOf } from '#contract/service/index.ts';
import type { PermissionDefinition } from '#contract/service/models/team-models.ts';
import { changeDefinitions, changeSettings } from '../configuration/project-config';
import { foldCase } from '../database/columns';
import { isDuplicate, type Store } from '../database/database';
import type { Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError, permissionNotFound, serviceFault } from '../http/failures';
import { pageFrom, pageQuery } from '../http/paging';
import { reply } from '../http/respond';
import type { Release } from '../releases/release';
import {
  type DefinitionRow,
  deleteDefinition,
  findOwnDefinition,
  findPermission,
  insertDefinition,
  listDefinitions,
  replaceContained,
  type Scope,
  updateDefinition,
} from '../stores/permission-store';
import type { Project, ProjectConfig } from '../stores/project-store';
import {
  grantProjectPermission,
  grantTeamPermission,
  listInProject,
  listInTeams,
  revokeProjectPermission,
  revokeTeamPermission,
} from './permissions';

/** Endpoints of permission definitions, for teams and the project (wire/endpoints 6.3, wire/flows 17). */
type Rows<Action extends string> = RowOf<Extract<RowName, `permissions.${Action}${'Team' | 'Project'}Definition`>>;

function listPermissionDefinitions(scope: Scope): Handler<RowOf<`permissions.${Scope}Definitions`>> {
  const isPaged = (release: Release) => scope === 'team' && release.has('paged-lists');
  const paged = z.strictObject(pageQuery);
  return {
    accepts: (release) => (isPaged(release) ? { server: { query: paged } } : {}),
    async run(call) {
      const items = listDefinitions(call.store, call.project.key, scope).map(definition);
      if (!isPaged(call.release)) return reply({ items, is_paginated: false as const });
      const { query, ...page } = paged.parse(call.query);
      const text = foldCase(query ?? '');
      return reply(
        pageFrom(
          items.filter(({ id, description }) => foldCase(`${id}\n${description ?? ''}`).includes(text)),
          page,
        ),
      );
    },
  };
}

function createPermissionDefinition(scope: Scope): Handler<Rows<'create'>> {
  return {
    async run({ store, project, release, body }) {
      const contained = containedKeys(store, project, scope, body.contained_permission_ids ?? []);
      const { id, description = null } = body;
      unlessTaken(id, () =>
        store.transaction(() =>
          changeDefinitions({ store, release }, project.key, () =>
            replaceContained(store, insertDefinition(store, { project: project.key, scope, id, description }), contained),
          ),
        ),
      );
      return reply(readBack(store, project, id), 201);
    },
  };
}

/**
 * Creates the update endpoint. Missing fields keep their values up to 2.8.10, and are cleared from 2.8.11 on (wire/endpoints 6.3). Grants,
 * containing definitions and the project's defaults follow a changed ID.
 */
function updatePermissionDefinition(scope: Scope): Handler<Rows<'update'>> {
  return {
    async run({ store, project, release, random, params, body }) {
      const current = findOwnDefinition(store, project.key, params.id, scope);
      const clears = release.has('scoped-permissions');
      if (current === undefined && clears) throw permissionNotFound(params.id);
      // The service responds with 500 before 2.8.11.
      if (current === undefined) throw serviceFault(`There is no permission ${params.id} to change.`);
      const { id = current.id, description = clears ? null : current.description } = body;
      const ids = body.contained_permission_ids ?? (clears ? [] : undefined);
      const contained = ids && containedKeys(store, project, scope, ids);
      unlessTaken(id, () =>
        store.transaction(() => {
          changeDefinitions({ store, release }, project.key, () => {
            updateDefinition(store, current.key, { id, description });
            if (contained !== undefined) replaceContained(store, current.key, contained);
          });
          renameInDefaults({ store, release, random }, project, current.id, id);
        }),
      );
      return reply(readBack(store, project, id));
    },
  };
}

function deletePermissionDefinition(scope: Scope): Handler<Rows<'delete'>> {
  return {
    async run({ store, project, release, random, params }) {
      const current = findOwnDefinition(store, project.key, params.id, scope);
      if (current === undefined) throw permissionNotFound(params.id);
      store.transaction(() => {
        changeDefinitions({ store, release }, project.key, () => deleteDefinition(store, current.key));
        renameInDefaults({ store, release, random }, project, current.id, null);
      });
      return reply({ success: true as const });
    },
  };
}

function definition({ id, description, contained }: DefinitionRow): PermissionDefinition {
  return { id, ...(description === null ? {} : { description }), contained_permission_ids: JSON.parse(contained) };
}

function readBack(store: Store, project: Project, id: string): PermissionDefinition {
  const row = findOwnDefinition(store, project.key, id);
  if (row === undefined) throw new Error(`The permission ${id} was not stored.`);
  return definition(row);
}

function containedKeys(store: Store, project: Project, scope: Scope, ids: readonly string[]): number[] {
  return ids.map((permissionId) => {
    const key = findPermission(store, project.key, permissionId, scope);
    if (key === undefined) throw knownError('CONTAINED_PERMISSION_NOT_FOUND', { permission_id: permissionId }, { permissionId });
    return key;
  });
}

function unlessTaken(permissionId: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (isDuplicate(error)) throw knownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: permissionId }, { permissionId });
    throw error;
  }
}

const defaults = [
  'team_creator_default_permissions',
  'team_member_default_permissions',
  'user_default_permissions',
] as const satisfies readonly (keyof ProjectConfig)[];

/** Replaces an ID in the project's defaults, or removes it (null). */
function renameInDefaults(
  context: Pick<SandboxContext, 'store' | 'release' | 'random'>,
  project: Project,
  from: string,
  to: string | null,
): void {
  const affected = defaults.filter((name) => project.config[name].some(({ id }) => id === from));
  if (from === to || affected.length === 0) return;
  const change = affected.map((name) => [
    name,
    project.config[name].flatMap((entry) => (entry.id !== from ? [entry] : to === null ? [] : [{ id: to }])),
  ]);
  changeSettings(context, project.key, Object.fromEntries(change));
}

export const permissionHandlers: HandlersOf<'permissions'> = {
  'permissions.inTeams': listInTeams,
  'permissions.grantInTeam': grantTeamPermission,
  'permissions.revokeInTeam': revokeTeamPermission,
  'permissions.inProject': listInProject,
  'permissions.grantInProject': grantProjectPermission,
  'permissions.revokeInProject': revokeProjectPermission,
  'permissions.teamDefinitions': listPermissionDefinitions('team'),
  'permissions.createTeamDefinition': createPermissionDefinition('team'),
  'permissions.updateTeamDefinition': updatePermissionDefinition('team'),
  'permissions.deleteTeamDefinition': deletePermissionDefinition('team'),
  'permissions.projectDefinitions': listPermissionDefinitions('project'),
  'permissions.createProjectDefinition': createPermissionDefinition('project'),
  'permissions.updateProjectDefinition': updatePermissionDefinition('project'),
  'permissions.deleteProjectDefinition': deletePermissionDefinition('project'),
};
