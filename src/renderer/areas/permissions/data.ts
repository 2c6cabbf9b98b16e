/** Who has permissions: one unpaged list for each permission (wire/endpoints 6.2). */
import { useQueries } from '@tanstack/react-query';
import type { ErrorReport } from '#contract/errors.ts';
import { service } from '#data/api.ts';
import type { PermissionKind } from '#data/permissions.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { PermissionGraph } from '#lib/rules/permission-graph.ts';

/** A user who has a permission, in a team if it is a team permission. */
export interface Holder {
  readonly userId: string;
  readonly teamId: string | null;
}

/** With more grants than this, comparing them would block the window. */
const maxGrants = 50_000;

export type AffectedUsers =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly report: ErrorReport; readonly retry: () => void }
  | { readonly state: 'too-many' }
  | { readonly state: 'known'; readonly gains: readonly AffectedPermission[]; readonly loses: readonly AffectedPermission[] };

export interface AffectedPermission {
  readonly id: string;
  readonly holders: readonly Holder[];
}

/** Reads who is affected by a change of a definition, with one request for each permission involved. */
export function useAffectedUsers(connectionId: string, kind: PermissionKind, change: DefinitionChange): AffectedUsers {
  const needed = neededGrants(change);
  const lists = [...needed.holders.map((id) => [id, 'all'] as const), ...needed.direct.map((id) => [id, 'direct'] as const)];
  const results = useQueries({
    queries: lists.map(([id, scope]) => ({
      ...holdersQuery(connectionId, kind, id, scope),
      retry: false,
    })),
  });
  const failed = results.find(({ error }) => error !== null)?.error;
  if (failed) {
    const report = reportOf(failed);
    if (report.code === 'response-too-large') return { state: 'too-many' };
    return { state: 'failed', report, retry: () => results.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()) };
  }
  const loaded = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (loaded.length < results.length) return { state: 'loading' };
  if (loaded.reduce((sum, { size }) => sum + size, 0) > maxGrants) return { state: 'too-many' };
  const read = new Map(lists.map(([id, scope], at) => [`${scope} ${id}`, loaded[at] ?? noHolders]));
  const { gains, loses } = affectedHolders(change, {
    holdersOf: (id) => read.get(`all ${id}`) ?? noHolders,
    directOf: (id) => read.get(`direct ${id}`) ?? noHolders,
  });
  return { state: 'known', gains: gains.map(withHolders), loses: loses.map(withHolders) };
}

const noHolders: ReadonlySet<string> = new Set();

function holdersQuery(connectionId: string, kind: PermissionKind, id: string, scope: 'direct' | 'all') {
  const query = { permission_id: id, recursive: scope === 'all' ? 'true' : 'false' } as const;
  const target = { actor: 'project', connectionId, query } as const;
  const { queryKey } = (kind === 'project' ? service.permissions.inProject : service.permissions.inTeams).query(target);
  const queryFn = async (): Promise<ReadonlySet<string>> => {
    if (kind === 'project') return new Set((await service.permissions.inProject(target)).items.map(({ user_id }) => user_id));
    return new Set((await service.permissions.inTeams(target)).items.map(({ user_id, team_id }) => `${user_id} ${team_id}`));
  };
  // Only who has it is kept, not the list.
  return { queryKey: [...queryKey, 'holders'], queryFn };
}

function withHolders({ id, holders }: Affected): AffectedPermission {
  return {
    id,
    holders: holders.map((holder) => {
      const [userId = '', teamId = null] = holder.split(' ');
      return { userId, teamId };
    }),
  };
}

/** Who gains and who loses permissions when a definition changes (wire/flows 17). */
export interface DefinitionChange {
  /** The permission whose definition is changed or deleted. */
  readonly id: string;
  readonly before: PermissionGraph;
  /** Without the permission, if it is deleted. */
  readonly after: PermissionGraph;
}

/** What a change does to the permission’s holders, as long as they have nothing else. */
interface Effect {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Returns the permissions that holders get or lose through a change. */
export function effectOf({ id, before, after }: DefinitionChange): Effect {
  const [old, next] = [before.closureOf(id), after.closureOf(id)];
  const lost = [...old].filter((inner) => !next.has(inner));
  return { gained: [...next].filter((inner) => !old.has(inner)), lost: after.ids.includes(id) ? lost : [id, ...lost] };
}

/** The lists of grants that `affectedHolders` needs. */
interface NeededGrants {
  /** Permissions whose holders are needed, those who inherit them included. */
  readonly holders: readonly string[];
  /** Permissions of which the direct grants are needed. */
  readonly direct: readonly string[];
}

/** Returns which lists of grants decide who is affected by a change: one for each permission involved, however many users have it. */
export function neededGrants(change: DefinitionChange): NeededGrants {
  const { gained, lost } = effectOf(change);
  const kept = lost.filter((id) => change.after.ids.includes(id));
  const others = kept.flatMap((id) => change.after.containersOf(id)).filter((id) => !lost.includes(id));
  return { holders: [...new Set([change.id, ...gained, ...others])], direct: kept };
}

/** Holders by permission; each is a text that identifies a user, in a team if it is a team permission. */
type HoldersOf = (id: string) => ReadonlySet<string>;

interface Affected {
  readonly id: string;
  readonly holders: readonly string[];
}

/** Returns for each permission who gains it and who loses it; those whom the change leaves as they were are in neither. */
export function affectedHolders(
  change: DefinitionChange,
  { holdersOf, directOf }: { readonly holdersOf: HoldersOf; readonly directOf: HoldersOf },
): { readonly gains: readonly Affected[]; readonly loses: readonly Affected[] } {
  const { gained, lost } = effectOf(change);
  const own = [...holdersOf(change.id)];
  const remaining = remainingHolders(change, lost, holdersOf, directOf);
  const gains = gained.map((id) => ({ id, holders: own.filter((holder) => !holdersOf(id).has(holder)) }));
  const loses = lost.map((id) => ({ id, holders: own.filter((holder) => !remaining.get(id)?.has(holder)) }));
  return { gains: gains.filter(hasHolders), loses: loses.filter(hasHolders) };
}

/** Who has the lost permissions afterwards: by a direct grant, or through another permission that contains them. */
function remainingHolders({ after }: DefinitionChange, lost: readonly string[], holdersOf: HoldersOf, directOf: HoldersOf) {
  const kept = lost.filter((id) => after.ids.includes(id));
  const remaining = new Map(kept.map((id) => [id, new Set(directOf(id))]));
  // Lost permissions may contain each other, even in circles, so this repeats until nothing is added.
  for (let isChanging = true; isChanging; ) {
    isChanging = false;
    for (const [id, holders] of remaining) {
      const before = holders.size;
      for (const container of after.containersOf(id)) {
        const through = lost.includes(container) ? remaining.get(container) : holdersOf(container);
        for (const holder of through ?? []) holders.add(holder);
      }
      isChanging ||= holders.size > before;
    }
  }
  return remaining;
}

function hasHolders({ holders }: Affected): boolean {
  return holders.length > 0;
}
