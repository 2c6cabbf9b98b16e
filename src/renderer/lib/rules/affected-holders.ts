/** Who gains and who loses permissions when a definition changes (wire/flows 17). */
import type { PermissionGraph } from './permission-graph';

export interface DefinitionChange {
  /** The permission whose definition is changed or deleted. */
  readonly id: string;
  readonly before: PermissionGraph;
  /** Without the permission, if it is deleted. */
  readonly after: PermissionGraph;
}

/** What a change does to the permission’s holders, as long as they have nothing else. */
export interface Effect {
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
export interface NeededGrants {
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
export type HoldersOf = (id: string) => ReadonlySet<string>;

export interface Affected {
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
