/** Handlers of permissions. */
import type { HandlersOf } from '../http/handler-types';
import {
  createPermissionDefinition,
  deletePermissionDefinition,
  listPermissionDefinitions,
  updatePermissionDefinition,
} from './permission-definitions';
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
  'permissions.teamDefinitions': listPermissionDefinitions('team'),
  'permissions.createTeamDefinition': createPermissionDefinition('team'),
  'permissions.updateTeamDefinition': updatePermissionDefinition('team'),
  'permissions.deleteTeamDefinition': deletePermissionDefinition('team'),
  'permissions.projectDefinitions': listPermissionDefinitions('project'),
  'permissions.createProjectDefinition': createPermissionDefinition('project'),
  'permissions.updateProjectDefinition': updatePermissionDefinition('project'),
  'permissions.deleteProjectDefinition': deletePermissionDefinition('project'),
};
