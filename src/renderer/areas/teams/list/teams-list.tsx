import { Building2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { readRawTeam } from '#data/raw.ts';
import { useScope } from '#data/use-scope.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import { useLastRow } from '#window/last-row.ts';
import { paths } from '#window/routes.ts';
import type { TeamOrder } from '#window/url-state.ts';
import { useTeamColumns } from './team-columns';

/** Which teams a list shows, and in which order. */
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

interface TeamsListProps {
  teams: readonly ServerTeam[];
  omitted: Omitted | undefined;
  query: string;
  order: TeamOrder;
  /** What a project without teams offers. */
  create: ReactNode;
  onOpen: (team: ServerTeam) => void;
  onClear: () => void;
}

/** All teams as rows. The service returns them at once, so they are searched and sorted here. */
export function TeamsList({ teams, omitted, query, order, create, onOpen, onClear }: TeamsListProps) {
  const { t, locale } = useMessages();
  const sorted = useMemo(() => sortTeams(teams, order, locale), [teams, order, locale]);
  const found = useMemo(() => findTeams(sorted, query), [sorted, query]);
  if (teams.length === 0 && omitted === undefined)
    return <EmptyState icon={Building2} title={t('teams.none')} text={t('teams.none.text')} action={create} />;
  const counts = { count: teams.length, shown: formatNumber(found.length, locale), all: formatNumber(teams.length, locale) };
  return (
    <>
      <ListBody>
        {found.length === 0 ? (
          <NoMatchState
            title={t('shell.teams.no-match')}
            text={t('teams.no-match.text')}
            clearLabel={t('team.members.clear')}
            onClear={onClear}
          />
        ) : (
          <Rows key={`${order} ${query}`} teams={found} shown={`${order} ${query}`} onOpen={onOpen} />
        )}
      </ListBody>
      <ListFooter role="status">
        {t(found.length === teams.length ? 'teams.count' : 'teams.count.found', counts)}
        <OmittedNote omitted={omitted} />
      </ListFooter>
    </>
  );
}

interface RowsProps {
  teams: readonly ServerTeam[];
  /** The order and the search. */
  shown: string;
  onOpen: (team: ServerTeam) => void;
}

function Rows({ teams, shown, onOpen }: RowsProps) {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const columns = useTeamColumns(connectionId);
  const place = useLastRow('teams.place', shown);
  const nameOf = useTeamName();
  const curl = useCurl(connectionId);
  const { menu, element } = useRowMenu((team: ServerTeam) => ({
    name: nameOf(team),
    onOpen: () => onOpen(team),
    id: team.id,
    path: paths.team(connectionId, team.id),
    readJson: () => readRawTeam(connectionId, team.id),
    curl: curl({ access: 'server', path: `/teams/${encodeURIComponent(team.id)}` }),
  }));
  return (
    <>
      <VirtualList
        {...place}
        label={t('teams.list')}
        columns={columns}
        count={teams.length}
        itemAt={(index) => teams[index]}
        getKey={teamKey}
        onOpen={onOpen}
        menu={menu}
      />
      {element}
    </>
  );
}

const teamKey = ({ id }: ServerTeam) => id;
