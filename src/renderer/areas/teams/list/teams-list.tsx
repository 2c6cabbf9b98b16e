import { Building2 } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { readRawTeam } from '#data/raw.ts';
import { useScope } from '#data/use-scope.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useRowMenu } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import { useListSelection } from '#parts/selection/use-list-selection.ts';
import { isSelecting } from '#parts/selection/use-selection.ts';
import type { ListMenu, ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { VirtualList } from '#ui/data/virtual-list.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NoMatchState } from '#ui/feedback/no-match-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { ListBody, ListFooter } from '#ui/layout/list-frame.tsx';
import { useLastRow } from '#window/last-row.ts';
import { paths } from '#window/routes.ts';
import type { TeamOrder } from '#window/url-state.ts';
import { findTeams, sortTeams } from './find-teams';
import { useTeamColumns } from './team-columns';
import { type TeamSelectionProps, TeamsBar } from './teams-bar';

interface TeamsListProps extends TeamSelectionProps {
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
export function TeamsList({ teams, omitted, query, order, create, selection, onUnselect, onOpen, onClear }: TeamsListProps) {
  const { t, locale } = useMessages();
  const sorted = useMemo(() => sortTeams(teams, order, locale), [teams, order, locale]);
  const found = useMemo(() => findTeams(sorted, query), [sorted, query]);
  const nameOf = useTeamName();
  const list = useListSelection({ selection, items: found, nameOf });
  const { menu, element } = useTeamMenu(onOpen);
  if (teams.length === 0 && omitted === undefined)
    return <EmptyState icon={Building2} title={t('teams.none')} text={t('teams.none.text')} action={create} />;
  const counts = { count: teams.length, shown: formatNumber(found.length, locale), all: formatNumber(teams.length, locale) };
  return (
    <>
      {isSelecting(selection) && <TeamsBar selection={selection} matching={found.length} onAll={list.onAll} onClear={onUnselect} />}
      <ListBody>
        {found.length === 0 ? (
          <NoMatchState
            title={t('shell.teams.no-match')}
            text={t('teams.no-match.text')}
            clearLabel={t('team.members.clear')}
            onClear={onClear}
          />
        ) : (
          <TeamRows
            key={`${order} ${query}`}
            count={found.length}
            teamAt={(row) => found[row]}
            shown={`${order} ${query}`}
            selection={list}
            menu={menu}
            onOpen={onOpen}
          />
        )}
      </ListBody>
      {element}
      <ListFooter role="status">
        {t(found.length === teams.length ? 'teams.count' : 'teams.count.found', counts)}
        <OmittedNote omitted={omitted} />
      </ListFooter>
    </>
  );
}

interface TeamRowsProps {
  count: number;
  /** The team of a row; undefined while it loads. */
  teamAt: (row: number) => ServerTeam | undefined;
  /** The order and the search. */
  shown: string;
  selection: ListSelection<ServerTeam>;
  menu: ListMenu<ServerTeam>;
  onOpen: (team: ServerTeam) => void;
  /** Receives the rows in view. */
  onView?: (first: number, last: number) => void;
}

/** The rows of a list of teams. */
export function TeamRows({ count, teamAt, shown, selection, menu, onOpen, onView }: TeamRowsProps) {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const columns = useTeamColumns(connectionId);
  const { initialRow, onView: note } = useLastRow('teams.place', shown);
  const view = useCallback(
    (first: number, last: number) => {
      note(first);
      onView?.(first, last);
    },
    [note, onView],
  );
  return (
    <VirtualList
      initialRow={initialRow}
      onView={view}
      label={t('teams.list')}
      columns={columns}
      count={count}
      itemAt={teamAt}
      getKey={teamKey}
      onOpen={onOpen}
      selection={selection}
      menu={menu}
    />
  );
}

/** Returns the menu of a list of teams. Render its element outside of what goes with the rows, so that other rows don't close it. */
export function useTeamMenu(onOpen: (team: ServerTeam) => void) {
  const { connectionId } = useScope();
  const nameOf = useTeamName();
  const curl = useCurl(connectionId);
  return useRowMenu((team: ServerTeam) => ({
    name: nameOf(team),
    onOpen: () => onOpen(team),
    id: team.id,
    path: paths.team(connectionId, team.id),
    readJson: () => readRawTeam(connectionId, team.id),
    curl: curl({ access: 'server', path: `/teams/${encodeURIComponent(team.id)}` }),
  }));
}

/** Identifies a team among the rows. */
export const teamKey = ({ id }: ServerTeam) => id;
