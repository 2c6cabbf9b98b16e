import type { GrantChange } from '#lib/rules/team-rights.ts';

/** Splits changes into those that are shown and the rest. Revocations are first, so that none is left out for the sake of a grant. */
export function shownChanges(
  changes: readonly GrantChange[],
  max: number,
): { shown: readonly GrantChange[]; rest: readonly GrantChange[] } {
  const ofKind = (kind: GrantChange['kind']) => changes.filter((change) => change.kind === kind);
  const sorted = [...ofKind('revoke'), ...ofKind('grant')];
  return { shown: sorted.slice(0, max), rest: sorted.slice(max) };
}
