/** Permissions and their definitions (wire/endpoints 6, wire/flows 17). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { empty, id, listOf, listOrPageOf, success, userIdOrMe } from './models/fields';
import { ownPermissionId, permissionId } from './models/permission-ids';
import { permissionDefinition, projectGrant, teamGrant } from './models/team-models';
import { reads } from './read-groups';

/** `recursive` is false by default: the server then lists direct grants only. */
const filter = { permission_id: permissionId.optional(), recursive: z.enum(['true', 'false']).optional() };
const ofOneself = { user_id: userIdOrMe };
const ofAnybody = { user_id: userIdOrMe.optional() };
const inTeam = { team_id: id.optional() };

/** Filters that servers may combine. */
export const inTeamsQuery = z.strictObject({ ...ofAnybody, ...inTeam, ...filter });
export const inProjectQuery = z.strictObject({ ...ofAnybody, ...filter });

const teamGrantParams = z.strictObject({ team_id: id, user_id: userIdOrMe, permission_id: permissionId });
const projectGrantParams = z.strictObject({ user_id: userIdOrMe, permission_id: permissionId });

const contained = z.array(permissionId).optional();
const newDefinition = z.strictObject({ id: ownPermissionId, description: z.string().optional(), contained_permission_ids: contained });
/** Absent fields stay unchanged: the main process adds those that releases from 2.8.11 on would clear. */
export const definitionUpdate = newDefinition.partial();

function definitionRows(kind: 'team' | 'project') {
  const path = `/${kind}-permission-definitions`;
  const params = z.strictObject({ id: permissionId });
  const named = kind === 'team' ? 'Team' : 'Project';
  return {
    list: endpoint({
      method: 'GET',
      path,
      mayBePaged: true,
      actors: { project: { access: 'admin', response: listOrPageOf(permissionDefinition) } },
    }),
    create: endpoint({
      method: 'POST',
      path,
      invalidates: [...reads.definitions, ...reads.permissions],
      journal: {
        subject: { kind: 'permission-definition', id: 'body.id' },
        before: null,
        undo: { opposite: `permissions.delete${named}Definition` },
      },
      actors: { project: { access: 'admin', body: newDefinition, response: permissionDefinition } },
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${path}/{id}`,
      params,
      completedWith: `${kind}-definition`,
      invalidates: [...reads.definitions, ...reads.permissions],
      journal: {
        subject: { kind: 'permission-definition', id: 'params.id' },
        before: `permissions.${kind}Definitions`,
        undo: { restore: true },
      },
      actors: { project: { access: 'admin', body: definitionUpdate, response: permissionDefinition } },
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `${path}/{id}`,
      params,
      invalidates: [...reads.definitions, ...reads.permissions],
      journal: {
        subject: { kind: 'permission-definition', id: 'params.id' },
        before: `permissions.${kind}Definitions`,
        undo: { again: `permissions.create${named}Definition` },
      },
      actors: { project: { access: 'admin', response: success } },
    }),
  };
}

const team = definitionRows('team');
const project = definitionRows('project');

export const permissions = {
  inTeams: endpoint({
    method: 'GET',
    path: '/team-permissions',
    actors: {
      account: { access: 'client', query: z.strictObject({ ...ofOneself, ...inTeam, ...filter }), response: listOf(teamGrant) },
      project: { access: 'server', query: inTeamsQuery, response: listOf(teamGrant) },
    },
  }),
  grantInTeam: endpoint({
    method: 'POST',
    path: '/team-permissions/{team_id}/{user_id}/{permission_id}',
    params: teamGrantParams,
    invalidates: reads.permissions,
    journal: {
      subject: { kind: 'permission', id: 'params.permission_id', user: 'params.user_id', team: 'params.team_id' },
      before: 'permissions.inTeams',
      undo: { opposite: 'permissions.revokeInTeam' },
    },
    actors: { project: { access: 'server', body: empty, response: teamGrant } },
  }),
  revokeInTeam: endpoint({
    method: 'DELETE',
    path: '/team-permissions/{team_id}/{user_id}/{permission_id}',
    params: teamGrantParams,
    invalidates: reads.permissions,
    journal: {
      subject: { kind: 'permission', id: 'params.permission_id', user: 'params.user_id', team: 'params.team_id' },
      before: 'permissions.inTeams',
      undo: { opposite: 'permissions.grantInTeam' },
    },
    actors: { project: { access: 'server', response: success } },
  }),
  inProject: endpoint({
    method: 'GET',
    path: '/project-permissions',
    actors: {
      account: { access: 'client', query: z.strictObject({ ...ofOneself, ...filter }), response: listOf(projectGrant) },
      project: { access: 'server', query: inProjectQuery, response: listOf(projectGrant) },
    },
  }),
  grantInProject: endpoint({
    method: 'POST',
    path: '/project-permissions/{user_id}/{permission_id}',
    params: projectGrantParams,
    invalidates: reads.permissions,
    journal: {
      subject: { kind: 'permission', id: 'params.permission_id', user: 'params.user_id' },
      before: 'permissions.inProject',
      undo: { opposite: 'permissions.revokeInProject' },
    },
    actors: { project: { access: 'server', body: empty, response: projectGrant } },
  }),
  revokeInProject: endpoint({
    method: 'DELETE',
    path: '/project-permissions/{user_id}/{permission_id}',
    params: projectGrantParams,
    invalidates: reads.permissions,
    journal: {
      subject: { kind: 'permission', id: 'params.permission_id', user: 'params.user_id' },
      before: 'permissions.inProject',
      undo: { opposite: 'permissions.grantInProject' },
    },
    actors: { project: { access: 'server', response: success } },
  }),
  teamDefinitions: team.list,
  createTeamDefinition: team.create,
  updateTeamDefinition: team.update,
  deleteTeamDefinition: team.delete,
  projectDefinitions: project.list,
  createProjectDefinition: project.create,
  updateProjectDefinition: project.update,
  deleteProjectDefinition: project.delete,
};
