/** Number of teams that the navigation shows before all are asked for. */
const maxShownTeams = 5;

/** Returns the teams that the navigation shows: the first ones, and the open one in place of the last of them. */
export function shownTeams<T extends { readonly id: string }>(teams: readonly T[], openId: string | null): readonly T[] {
  const first = teams.slice(0, maxShownTeams);
  const open = teams.find(({ id }) => id === openId);
  if (open === undefined || first.includes(open)) return first;
  return [...first.slice(0, -1), open];
}
