/** The permissions of an account as rows: what was granted directly, and what the granted permissions contain. */

/** A permission in a team, or in the project. */
export interface Grant {
  readonly id: string;
  /** Absent for a permission in the project. */
  readonly team_id?: string | undefined;
}

interface Definition {
  readonly id: string;
  readonly description?: string | undefined;
  readonly contained_permission_ids: readonly string[];
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
  definitions: readonly Definition[] | undefined,
): PermissionRow[] {
  const defined = new Map(definitions?.map((definition) => [definition.id, definition]));
  const directIds = new Map<string | null, string[]>();
  for (const grant of direct) directIds.set(teamOf(grant), [...(directIds.get(teamOf(grant)) ?? []), grant.id]);
  const grants = new Map([...direct, ...all].map((grant) => [`${teamOf(grant)} ${grant.id}`, grant]));
  return [...grants.values()].sort(byTeamAndId).map((grant) => {
    const granted = directIds.get(teamOf(grant)) ?? [];
    const isDirect = granted.includes(grant.id);
    const via = isDirect ? [] : shortestChain(granted, grant.id, defined);
    return { id: grant.id, teamId: teamOf(grant), isDirect, via, description: defined.get(grant.id)?.description };
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

/** Searches in breadth, because definitions may contain each other in circles. */
function shortestChain(from: readonly string[], to: string, defined: ReadonlyMap<string, Definition>): readonly string[] | null {
  const seen = new Set(from);
  let chains = from.map((id) => [id]);
  while (chains.length > 0) {
    const longer: string[][] = [];
    for (const chain of chains) {
      for (const id of defined.get(chain.at(-1) ?? '')?.contained_permission_ids ?? []) {
        if (id === to) return chain;
        if (seen.has(id)) continue;
        seen.add(id);
        longer.push([...chain, id]);
      }
    }
    chains = longer;
  }
  return null;
}
