/** Which teams a list shows, and in which order: apart from the list, because a benchmark measures it without a page. */
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { foldText } from '#lib/search.ts';
import type { TeamOrder } from '#window/url-state.ts';

type ListedTeam = Pick<ServerTeam, 'id' | 'display_name' | 'created_at_millis'>;

/** Returns the teams in an order. Those without a name come last by name. */
export function sortTeams<T extends ListedTeam>(teams: readonly T[], order: TeamOrder, locale: string): readonly T[] {
  if (order === 'newest' || order === 'oldest') {
    const direction = order === 'oldest' ? 1 : -1;
    return [...teams].sort((one, other) => direction * (one.created_at_millis - other.created_at_millis));
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const direction = order === 'name' ? 1 : -1;
  const named = teams.map((team) => ({ team, name: team.display_name.trim() }));
  const isBlank = ({ name }: { name: string }) => Number(name === '');
  named.sort((one, other) => isBlank(one) - isBlank(other) || direction * compare(one.name, other.name));
  return named.map(({ team }) => team);
}

/** Returns the teams whose name contains the query or whose ID it is, in their order. */
export function findTeams<T extends ListedTeam>(teams: readonly T[], query: string): readonly T[] {
  const wanted = foldText(query);
  if (wanted === '') return teams;
  return teams.filter(({ id, display_name: name }) => foldText(name).includes(wanted) || id.toLowerCase() === wanted);
}
