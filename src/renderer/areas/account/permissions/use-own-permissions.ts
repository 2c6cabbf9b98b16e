import { useMemo } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { builtInDescription } from '#contract/service/models/permission-ids.ts';
import { useOwnTeams } from '#data/own-teams.ts';
import { useOwnProjectPermissions, useOwnTeamPermissions, usePermissionDefinitions } from '#data/permissions.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { type PermissionRow, permissionRows } from '#lib/rules/permission-graph.ts';

export interface OwnPermissions {
  /** Permissions in the project first, then by team. */
  readonly rows: readonly PermissionRow[];
  /** The names of the teams by ID, which may be empty. */
  readonly teamNames: ReadonlyMap<string, string>;
  /** Whether it is known which permission contains another one: `locked` without admin access. */
  readonly definitions: 'known' | 'locked' | 'failed' | 'loading';
  readonly omitted: Omitted | undefined;
}

interface Result {
  /** Undefined until everything that the list needs was read. */
  readonly permissions: OwnPermissions | undefined;
  readonly failure: { readonly report: ErrorReport; readonly onRetry: () => void; readonly busy: boolean } | null;
}

/** Reads the account's permissions. The definitions, which say how they are inherited, need admin access. */
export function useOwnPermissions(connectionId: string, accountId: string): Result {
  const credentials = useConnection(connectionId)?.credentials;
  const isAdmin = Boolean(credentials?.admin || credentials?.owner);
  const all = useOwnTeamPermissions(connectionId, accountId, 'all', true);
  const direct = useOwnTeamPermissions(connectionId, accountId, 'direct', true);
  const allInProject = useOwnProjectPermissions(connectionId, accountId, 'all');
  const directInProject = useOwnProjectPermissions(connectionId, accountId, 'direct');
  const teams = useOwnTeams(connectionId, accountId, true);
  const ofTeams = usePermissionDefinitions(connectionId, 'team', isAdmin);
  const ofProject = usePermissionDefinitions(connectionId, 'project', isAdmin);

  const teamNames = useMemo(() => new Map(teams.data?.items.map(({ id, display_name }) => [id, display_name])), [teams.data]);
  const rows = useMemo(() => {
    const lists = [all.data, direct.data, allInProject.data, directInProject.data];
    if (lists.includes(undefined)) return undefined;
    const [inTeams = [], directInTeams = [], inProject = [], directInProject_ = []] = lists.map((list) => list?.items);
    return [
      ...permissionRows(inProject, directInProject_, ofProject.data?.items),
      ...inOrderOf(teamNames, permissionRows(inTeams, directInTeams, ofTeams.data?.items)).map(withBuiltInDescription),
    ];
  }, [all.data, direct.data, allInProject.data, directInProject.data, ofProject.data, ofTeams.data, teamNames]);

  const required = [all, direct, allInProject, directInProject, teams];
  const failed = required.filter(({ error }) => error !== null);
  const [first] = failed;
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  const failure = first?.error
    ? { report: reportOf(first.error), onRetry: retry, busy: failed.some(({ isFetching }) => isFetching) }
    : null;
  const omitted = required.find(({ data }) => data?.omitted !== undefined)?.data?.omitted;
  const isReady = rows !== undefined && teams.data !== undefined;
  return { permissions: isReady ? { rows, teamNames, definitions: stateOf(isAdmin, [ofTeams, ofProject]), omitted } : undefined, failure };
}

/** Sorts rows like the navigation sorts their teams. */
function inOrderOf(teamNames: ReadonlyMap<string, string>, rows: readonly PermissionRow[]): PermissionRow[] {
  const places = new Map([...teamNames.keys()].map((id, at) => [id, at]));
  const placeOf = ({ teamId }: PermissionRow) => places.get(teamId ?? '') ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function withBuiltInDescription(row: PermissionRow): PermissionRow {
  return { ...row, description: row.description ?? builtInDescription(row.id) };
}

function stateOf(isAdmin: boolean, queries: readonly { readonly data: unknown; readonly error: unknown }[]): OwnPermissions['definitions'] {
  if (!isAdmin) return 'locked';
  if (queries.every(({ data }) => data !== undefined)) return 'known';
  return queries.some(({ error }) => error !== null) ? 'failed' : 'loading';
}
