/** The permissions of an account as rows: what was granted directly, and what the granted permissions contain. */
import { createPermissionGraph, type Definition, shortestChain } from './permission-graph';

/** A permission in a team, or in the project. */
export interface Grant {
  readonly id: string;
  /** Absent for a permission in the project. */
  readonly team_id?: string | undefined;
}

interface DescribedDefinition extends Definition {
  readonly description?: string | undefined;
}

export interface PermissionRow {
  readonly id: string;
  /** Null for a permission in the project. */
  readonly teamId: string | null;
  readonly isDirect: boolean;
  /** The granted permission, then each permission that contains the next; empty for a direct permission, null if unknown. */
  readonly via: readonly string[] | null;
  readonly description: string | undefined;
}

/**
 * Returns a row for each permission in one scope, sorted by team and ID. `all` contains the direct permissions too; a permission that is
 * both direct and contained in another one counts as direct. Without definitions, it is unknown how a permission is inherited.
 */
export function permissionRows(
  all: readonly Grant[],
  direct: readonly Grant[],
  definitions: readonly DescribedDefinition[] | undefined,
): PermissionRow[] {
  const graph = createPermissionGraph(definitions ?? []);
  const descriptions = new Map(definitions?.map(({ id, description }) => [id, description]));
  const directIds = new Map<string | null, string[]>();
  for (const grant of direct) directIds.set(teamOf(grant), [...(directIds.get(teamOf(grant)) ?? []), grant.id]);
  const grants = new Map([...direct, ...all].map((grant) => [`${teamOf(grant)} ${grant.id}`, grant]));
  return [...grants.values()].sort(byTeamAndId).map((grant) => {
    const granted = directIds.get(teamOf(grant)) ?? [];
    const isDirect = granted.includes(grant.id);
    const via = isDirect ? [] : shortestChain(graph, granted, grant.id);
    return { id: grant.id, teamId: teamOf(grant), isDirect, via, description: descriptions.get(grant.id) };
  });
}

function teamOf({ team_id }: Grant): string | null {
  return team_id ?? null;
}

function byTeamAndId(one: Grant, other: Grant): number {
  return compare(teamOf(one) ?? '', teamOf(other) ?? '') || compare(one.id, other.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
