/** The behaviour of the rows of `permissions`. */
import type { HandlersOf } from '../server/handler-types';
import { changeDefinition, createDefinition, listDefinitionsOf, removeDefinition } from './permission-definitions';
import {
  grantProjectPermission,
  grantTeamPermission,
  listInProject,
  listInTeams,
  revokeProjectPermission,
  revokeTeamPermission,
} from './permissions';

export const permissionHandlers: HandlersOf<'permissions'> = {
  'permissions.inTeams': listInTeams,
  'permissions.grantInTeam': grantTeamPermission,
  'permissions.revokeInTeam': revokeTeamPermission,
  'permissions.inProject': listInProject,
  'permissions.grantInProject': grantProjectPermission,
  'permissions.revokeInProject': revokeProjectPermission,
  'permissions.teamDefinitions': listDefinitionsOf('team'),
  'permissions.createTeamDefinition': createDefinition('team'),
  'permissions.updateTeamDefinition': changeDefinition('team'),
  'permissions.deleteTeamDefinition': removeDefinition('team'),
  'permissions.projectDefinitions': listDefinitionsOf('project'),
  'permissions.createProjectDefinition': createDefinition('project'),
  'permissions.updateProjectDefinition': changeDefinition('project'),
  'permissions.deleteProjectDefinition': removeDefinition('project'),
};
