/** The project's permission definitions. They need admin access. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reportOf } from '#lib/errors/error-text.ts';
import type { GrantChange, Grants } from '#lib/rules/team-rights.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { service } from './api';
import type { ProjectTeamRef } from './keys';
import { sendForTeam } from './own-teams';

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
  return useQuery({ ...calls[kind].list.query({ actor: 'project', connectionId }), enabled });
}

/** Reads the definitions of one kind from the service, not from the cache; raw ones with all fields. */
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

/** `direct` lists what was granted, `all` also what the granted permissions contain. */
export type GrantScope = 'direct' | 'all';

const recursive = { direct: 'false', all: 'true' } as const satisfies Record<GrantScope, string>;

/** Reads the account's permissions in all of its teams. */
export function useOwnTeamPermissions(connectionId: string, accountId: string, scope: GrantScope, enabled: boolean) {
  const query = { user_id: 'me', recursive: recursive[scope] } as const;
  return useQuery({ ...service.permissions.inTeams.query({ actor: 'account', connectionId, accountId, query }), enabled });
}

/** Reads the account's permissions in the project. */
export function useOwnProjectPermissions(connectionId: string, accountId: string, scope: GrantScope) {
  const query = { user_id: 'me', recursive: recursive[scope] } as const;
  return useQuery(service.permissions.inProject.query({ actor: 'account', connectionId, accountId, query }));
}

/** The permissions of all members of a team, in one request (wire/endpoints 6.2). */
interface Grant {
  readonly id: string;
  readonly user_id: string;
}

interface TeamGrant extends Grant {
  readonly team_id: string;
}

interface GrantList {
  readonly items: readonly Grant[];
}

function grantsQuery({ connectionId, teamId }: ProjectTeamRef, scope: GrantScope) {
  return service.permissions.inTeams.query({ actor: 'project', connectionId, query: { team_id: teamId, recursive: recursive[scope] } });
}

/** Reads the permissions of all members: `direct` those that were granted, `all` also what those contain. */
export function useTeamGrants(team: ProjectTeamRef, scope: GrantScope, enabled: boolean) {
  return useQuery({ ...grantsQuery(team, scope), select: toGrants, enabled });
}

/** Returns the permissions of a list by user. */
export function toGrants({ items }: GrantList): Grants {
  const grants = new Map<string, Set<string>>();
  for (const { id, user_id: userId } of items) {
    const known = grants.get(userId);
    if (known === undefined) grants.set(userId, new Set([id]));
    else known.add(id);
  }
  return grants;
}

/** Returns a function that reads the direct grants from the service, not from the cache. */
export function useReadTeamGrants(team: ProjectTeamRef): () => Promise<Grants> {
  const client = useQueryClient();
  return () => sendForTeam(client, team, () => client.fetchQuery({ ...grantsQuery(team, 'direct'), staleTime: 0 })).then(toGrants);
}

/** Returns a function that grants or revokes one permission. After a lost response, it reads whether that was done. */
export function useSaveGrant(team: ProjectTeamRef): (change: GrantChange) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = grantsQuery(team, 'direct');
  return async (change) => {
    await sendForTeam(client, team, () => sendGrant({ ...team, userId: change.userId }, change.kind, change.permissionId));
    client.setQueryData(queryKey, (known) => known && { ...known, items: withChange(known.items, team.teamId, change) });
  };
}

function withChange(items: readonly TeamGrant[], teamId: string, { kind, userId, permissionId }: GrantChange): TeamGrant[] {
  const others = items.filter(({ id, user_id: owner }) => id !== permissionId || owner !== userId);
  return kind === 'grant' ? [...others, { id: permissionId, user_id: userId, team_id: teamId }] : others;
}

/** Where a user’s permissions apply: in a team, or in the project if there is no team. */
export interface GrantPlace {
  readonly connectionId: string;
  readonly userId: string;
  readonly teamId: string | null;
}

/** Reads the IDs of a user's direct grants in one place from the service, not from the cache. */
export async function readGrantedIds({ connectionId, userId, teamId }: GrantPlace): Promise<readonly string[]> {
  const call = { actor: 'project', connectionId } as const;
  const query = { user_id: userId, recursive: 'false' } as const;
  const { items } =
    teamId === null
      ? await service.permissions.inProject({ ...call, query })
      : await service.permissions.inTeams({ ...call, query: { ...query, team_id: teamId } });
  return items.map(({ id }) => id);
}

/**
 * Grants or revokes one permission. After a lost response, and where there is nothing to revoke, it reads whether the change was made.
 * Throws the failure if it wasn't, or if that can't be read.
 */
export async function sendGrant(place: GrantPlace, kind: GrantChange['kind'], id: string): Promise<void> {
  try {
    await send(place, kind, id);
  } catch (thrown) {
    const report = reportOf(thrown);
    const mayBeDone = isOutcomeUnknown(report) || (kind === 'revoke' && notGranted.has(report.known));
    const granted = mayBeDone ? await readGrantedIds(place).catch(() => null) : null;
    if (granted === null || granted.includes(id) !== (kind === 'grant')) throw thrown;
  }
}

/** Errors of revoking a permission that isn’t granted, or that was deleted. */
const notGranted: ReadonlySet<string | undefined> = new Set(['TEAM_PERMISSION_NOT_FOUND', 'PERMISSION_NOT_FOUND']);

function send({ connectionId, userId, teamId }: GrantPlace, kind: GrantChange['kind'], id: string): Promise<unknown> {
  const call = { actor: 'project', connectionId } as const;
  const params = { user_id: userId, permission_id: id };
  if (teamId === null) {
    const inProject = { ...call, params };
    return kind === 'grant'
      ? service.permissions.grantInProject({ ...inProject, body: {} })
      : service.permissions.revokeInProject(inProject);
  }
  const inTeam = { ...call, params: { ...params, team_id: teamId } };
  return kind === 'grant' ? service.permissions.grantInTeam({ ...inTeam, body: {} }) : service.permissions.revokeInTeam(inTeam);
}
