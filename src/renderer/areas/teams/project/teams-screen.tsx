import { ArrowDownWideNarrow, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { isUsable, useIndexState } from '#data/local-index.ts';
import { useTeams } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import { ImportButton } from '#parts/import-button.tsx';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { useSelectionKeys } from '#parts/selection/use-clear-selection.ts';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FilterButton } from '#ui/inputs/filter-button.tsx';
import { DelayedSearchInput } from '#ui/inputs/search-input.tsx';
import { ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/overlays/menu.tsx';
import { paths } from '#window/routes.ts';
import { isTeamOrder, type TeamOrder, type TeamsPlace, teamsPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';
import { CreateTeamDialog } from '../list/create-team-dialog';
import { IndexedTeams } from '../list/indexed-teams';
import { teamTemplate } from '../list/team-columns';
import { TeamsList, teamKey } from '../list/teams-list';
import styles from './teams.module.css';

/** The teams of the project. */
export function TeamsScreen() {
  const { connectionId, readOnly } = useScope();
  const { t } = useMessages();
  const navigate = useNavigate();
  const [place, change] = useTeamsPlace();
  const [isCreating, setCreating] = useState(false);
  const index = useIndexState(connectionId);
  // The service lists all teams at once: an index that doesn’t have all of them yet is worse, one without any has nothing more to offer.
  const isIndexed = isUsable(index) && index.asOfMillis !== null && index.teams > 0;
  const [typed, setTyped] = useState(place.q);
  const { data, error, isFetching, refetch } = useTeams(connectionId, !isIndexed);
  const isKnown = useIsViewStateKnown();
  const failure = !isIndexed && error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  const rows = isIndexed ? typed : place.q;
  const selection = useSelection<ServerTeam>(JSON.stringify([isIndexed, rows, place.order]), teamKey);
  const list = useRef<HTMLDivElement>(null);
  const { press, clear: unselect } = useSelectionKeys(list, selection);
  const selects = isSelecting(selection);
  // The search field goes, also where what was typed isn’t in the address yet.
  useEffect(() => {
    if (selects && isIndexed && typed !== place.q) change({ q: typed === '' ? undefined : typed });
  }, [selects, isIndexed, typed, place.q, change]);
  const create = () => setCreating(true);
  const openTeam = ({ id }: ServerTeam) => void navigate(paths.team(connectionId, id));
  const clear = () => change({ q: undefined });
  if (data === undefined && failure) return <ErrorState {...failure} />;
  return (
    <ListFrame ref={list} onKeyDown={press}>
      {failure && <OutdatedMessage {...failure} />}
      {!selects && (
        <TeamsToolbar
          query={place.q}
          order={place.order}
          isIndexed={isIndexed}
          count={isIndexed ? index.teams : (data?.items.length ?? null)}
          onTyped={setTyped}
          onChange={change}
          onCreate={create}
        />
      )}
      {isIndexed && isKnown && (
        <IndexedTeams
          index={index}
          query={typed}
          order={place.order}
          selection={selection}
          onUnselect={unselect}
          onOpen={openTeam}
          onClear={clear}
        />
      )}
      {isIndexed && isKnown ? null : data === undefined || !isKnown ? (
        <SkeletonTable template={teamTemplate} hasSelection />
      ) : (
        <TeamsList
          teams={data.items}
          omitted={data.omitted}
          query={place.q}
          order={place.order}
          create={
            <Button icon={Plus} disabledReason={readOnly} onClick={create}>
              {t('teams.create')}
            </Button>
          }
          selection={selection}
          onUnselect={unselect}
          onOpen={openTeam}
          onClear={clear}
        />
      )}
      {isCreating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </ListFrame>
  );
}

interface CompletePlace {
  readonly q: string;
  readonly order: TeamOrder;
}

/** The address says what is shown; an order that it doesn't name is the one that was used last. */
function useTeamsPlace(): [CompletePlace, (change: TeamsPlace) => void] {
  const { connectionId } = useScope();
  const changePlace = useChangeUrlState(teamsPlace, (next) => paths.teams(connectionId, next));
  const [search] = useSearchParams();
  const [lastOrder, keepOrder] = useViewState('teams.order', 'newest' as TeamOrder, isTeamOrder);
  const place = teamsPlace(search);
  const change = (next: TeamsPlace) => {
    if (next.order !== undefined) keepOrder(next.order);
    changePlace(next, { replace: true });
  };
  return [{ q: place.q ?? '', order: place.order ?? lastOrder }, change];
}

interface TeamsToolbarProps {
  query: string;
  order: TeamOrder;
  /** Whether the index is searched, which has the metadata too. */
  isIndexed: boolean;
  /** Receives the search at each key. */
  onTyped: (text: string) => void;
  /** Number of all teams; null until they were read. */
  count: number | null;
  onChange: (change: TeamsPlace) => void;
  onCreate: () => void;
}

/** Search, order, and the button that creates a team. */
function TeamsToolbar({ query, order, isIndexed, onTyped, count, onChange, onCreate }: TeamsToolbarProps) {
  const { t } = useMessages();
  const { connectionId, readOnly } = useScope();
  const offline = useOfflineReason(connectionId);
  const create = (
    <>
      <ImportButton connectionId={connectionId} kind="teams" disabledReason={readOnly ?? offline} />
      <ExportButton connectionId={connectionId} kind="teams" scopes={[{ scope: { kind: 'all' }, count }]} />
      <Button variant="primary" icon={Plus} disabledReason={readOnly ?? offline} onClick={onCreate}>
        {t('teams.create')}
      </Button>
    </>
  );
  return (
    <ListToolbar label={t('users.toolbar')} end={create}>
      <DelayedSearchInput
        className={styles.search}
        label={t(isIndexed ? 'teams.search.index' : 'teams.search')}
        value={query}
        onTyped={onTyped}
        onValueChange={(q) => onChange({ q: q === '' ? undefined : q })}
      />
      <OrderMenu order={order} onChange={(next) => onChange({ order: next })} />
    </ListToolbar>
  );
}

const orders = {
  newest: 'teams.order.newest',
  oldest: 'teams.order.oldest',
  name: 'teams.order.name',
  'name-reversed': 'teams.order.name-reversed',
} as const satisfies Readonly<Record<TeamOrder, MessageKey>>;

function OrderMenu({ order, onChange }: { order: TeamOrder; onChange: (order: TeamOrder) => void }) {
  const { t } = useMessages();
  const text = t(orders[order]);
  const trigger = (
    <FilterButton icon={ArrowDownWideNarrow} isOn={order !== 'newest'} aria-label={t('users.order', { order: text })}>
      {text}
    </FilterButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoices value={order} onValueChange={(next) => isTeamOrder(next) && onChange(next)}>
        {Object.entries(orders).map(([value, label]) => (
          <MenuChoice key={value} value={value}>
            {t(label)}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
