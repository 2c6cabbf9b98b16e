/** The project's permission definitions. They need admin access. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Where permissions apply: in a team, or in the whole project. */
export type PermissionKind = 'team' | 'project';

const calls = {
  team: {
    list: service.permissions.teamDefinitions,
    create: service.permissions.createTeamDefinition,
    update: service.permissions.updateTeamDefinition,
    delete: service.permissions.deleteTeamDefinition,
  },
  project: {
    list: service.permissions.projectDefinitions,
    create: service.permissions.createProjectDefinition,
    update: service.permissions.updateProjectDefinition,
    delete: service.permissions.deleteProjectDefinition,
  },
} as const;

/** Reads the definitions of one kind. */
export function usePermissionDefinitions(connectionId: string, kind: PermissionKind, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.permissionDefinitions(connectionId, kind),
    queryFn: () => readDefinitions(connectionId, kind),
    enabled,
  });
}

/** Reads the definitions of one kind from the service, whatever was read before; raw ones with all fields. */
export function readDefinitions(connectionId: string, kind: PermissionKind, isRaw = false) {
  return calls[kind].list({ actor: 'project', connectionId, raw: isRaw });
}

export interface NewDefinition {
  readonly id: string;
  readonly description: string;
  readonly contained_permission_ids: string[];
}

/** Returns the calls that change definitions of one kind. What an update leaves out stays as it is; renaming keeps grants. */
export function definitionCalls(connectionId: string, kind: PermissionKind) {
  const target = { actor: 'project', connectionId } as const;
  const { create, update, delete: remove } = calls[kind];
  return {
    create: (body: NewDefinition) => create({ ...target, body }),
    update: (id: string, body: Omit<NewDefinition, 'id'>) => update({ ...target, params: { id }, body }),
    rename: (id: string, to: string) => update({ ...target, params: { id }, body: { id: to } }),
    delete: (id: string) => remove({ ...target, params: { id } }),
  };
}
