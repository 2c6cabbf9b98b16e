import { useCallback, useEffect, useMemo, useState } from 'react';
import type { IndexState } from '#contract/bridge/local-index.ts';
import { toOrderText } from '#contract/query/order-text.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserQuery, UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { type IndexedUsers as Found, readMatchingEmails, readMatchingIds, useIndexedUsers, useLoadedScope } from '#data/local-index.ts';
import { useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ScreenMessage } from '#parts/screen-message.tsx';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { ListBody, ListFrame } from '#ui/layout/list-frame.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { useLastRow } from '#window/last-row.ts';
import { useIsViewStateKnown } from '#window/view-state.ts';
import type { Sorting } from '../columns/column-header';
import { shownPaths, useUserTable } from '../columns/use-user-table';
import type { RowLook } from '../columns/user-columns';
import { readRawUsers } from '../data';
import { fixedBy, searchedQuery, textsOf } from '../filters/filter-parts';
import { FilterRow } from '../filters/filter-row';
import type { Matching } from '../selection/matching';
import { SelectionBar } from '../selection/selection-bar';
import { useBulkActions } from '../selection/use-bulk-actions';
import styles from '../users-screen.module.css';
import { allUsers, useViews, ViewTabs } from '../views/view-tabs';
import { IndexFooter, NoIndexedUsers } from './index-footer';
import { IndexToolbar } from './index-toolbar';
import { type UsersListFrameProps, useDropDeleted, useFocusSearch, useListKeys, useListNarrowness } from './list-frame-props';
import { type IndexedPlace, useIndexedPlace } from './use-indexed-place';
import { useUserMenu } from './use-user-menu';
import { UserRows, type UserRowsProps, userKey } from './user-rows';

interface IndexedUsersProps extends UsersListFrameProps {
  index: IndexState;
}

/** The users as the index lists them: searched at each key, filtered, sorted by any column, and in saved views. */
export function IndexedUsers({ index, ...props }: IndexedUsersProps) {
  const { connectionId, email, list, onCreate } = props;
  const { t } = useMessages();
  const place = useIndexedPlace(connectionId);
  const [typed, setTyped] = useState(place.search);
  const found = useFoundList(connectionId, typed, place);
  const { shown, isStale } = found;
  const isKnown = useIsViewStateKnown();
  const [narrowness, measured] = useListNarrowness();
  const { table, tab, tabs } = useShownView(connectionId, place, found, narrowness);
  const selection = useSelection<ServerUser>(JSON.stringify(shown), userKey);
  const { press, clearSelection } = useListKeys(props, selection);
  useDropDeleted(props, selection);
  const bulk = useBulkActions({ connectionId, selection, matching: found.matching, onClear: clearSelection });
  const { menu, element } = useUserMenu(props, selection, bulk);
  const { search, setSearch } = place;
  const selects = isSelecting(selection);
  // The search field goes, also where what was typed isn't in the address yet.
  useEffect(() => {
    if (selects && typed !== search) setSearch(typed);
  }, [selects, typed, search, setSearch]);
  const focusSearch = useFocusSearch(list);
  const clear = () => {
    place.open(null);
    focusSearch();
  };
  const sorting: Sorting = { order: shown.order, isByHeading: true, onSort: place.setOrder };
  const bar = { connectionId, table, paths: shownPaths(table), email };
  const rows = { ...props, index, scope: shown, search: typed, place, table, sorting, selection, menu, onClear: clear };
  return (
    <ListFrame ref={list} onKeyDown={press}>
      <Tabs className={styles.tabs} value={tab} onValueChange={tabs.onSelect}>
        <ViewTabs connectionId={connectionId} {...tabs} />
        <TabPanel value={tab} tabIndex={-1} className={styles.panel}>
          {selects ? (
            <SelectionBar
              {...bar}
              selection={selection}
              bulk={bulk}
              matching={found.matching}
              readJson={(ids) => readRawUsers(connectionId, { desc: true }, ids)}
              onClear={clearSelection}
            />
          ) : (
            <IndexToolbar
              {...bar}
              scope={shown}
              total={index.users}
              place={place}
              found={found.found}
              onTyped={setTyped}
              onCreate={onCreate}
            />
          )}
          <FilterRow
            connectionId={connectionId}
            filter={place.filter}
            wanted={props.wantedFilter}
            onChange={place.setFilter}
            onClose={() => props.onWantFilter(null)}
          />
          {place.isUnreadable && <ScreenMessage title={t('users.filters.unreadable')} text={t('users.filters.unreadable.text')} />}
          <ListBody ref={measured} className={cx(styles.list, isStale && styles.pending)} aria-busy={isStale}>
            {isKnown ? <IndexedRows key={JSON.stringify(shown)} {...rows} /> : <SkeletonTable template={table.template} hasSelection />}
          </ListBody>
          {element}
          {bulk.element}
        </TabPanel>
      </Tabs>
    </ListFrame>
  );
}

/** Returns what is asked for, and what is shown until that is there. */
function useFoundList(connectionId: string, typed: string, { filter, order }: IndexedPlace) {
  const scope = useMemo((): UserScope => ({ query: searchedQuery(typed, filter), order }), [typed, filter, order]);
  const { shown, isStale, found } = useLoadedScope(connectionId, scope);
  const matching: Matching | null = found?.total.isExact
    ? {
        count: found.total.count,
        scope: shown,
        asOfMillis: found.asOfMillis,
        readIds: () => readMatchingIds(connectionId, shown),
        readEmails: () => readMatchingEmails(connectionId, shown),
      }
    : null;
  return { scope, shown, isStale, found, matching };
}

/** Returns the columns of the view that is open, and what its tabs need. */
function useShownView(connectionId: string, place: IndexedPlace, { scope, shown }: ReturnType<typeof useFoundList>, narrowness: number) {
  const views = useViews(connectionId);
  const active = views.find(({ id }) => id === place.viewId);
  const view = active?.columns ? { viewId: active.id, ids: active.columns } : null;
  const table = useUserTable({ narrowness, order: place.order, look: useLook(shown, place.filter), view });
  const columns = table.isInitial && view === null ? null : table.shown.map(({ id }) => id);
  const isChanged =
    toQueryText(active?.query ?? everyUser) !== toQueryText(scope.query) ||
    (active !== undefined && toOrderText(active.order) !== toOrderText(scope.order)) ||
    (active !== undefined && active.columns !== null && JSON.stringify(active.columns) !== JSON.stringify(columns));
  const tabs = {
    active,
    shown: { ...scope, columns },
    isChanged,
    onOpen: place.open,
    onSelect: (id: string) => place.open(views.find((one) => one.id === id) ?? null),
  };
  return { table, tab: active?.id ?? allUsers, tabs };
}

const everyUser: UserQuery = { op: 'and', of: [] };

/** Returns how rows are drawn. In privacy mode, nothing is marked: a name in parts would not be recognized and concealed. */
function useLook({ query }: UserScope, filter: IndexedPlace['filter']): RowLook {
  const { privacyMode } = useTopic('settings.state');
  return useMemo(() => ({ words: privacyMode ? [] : textsOf(query), fixed: fixedBy(filter) }), [query, filter, privacyMode]);
}

/** Characters of a scope that its place is noted with: a stored value has a limited size. */
const maxNoted = 1_000;

interface IndexedRowsProps extends UserRowsProps {
  index: IndexState;
  scope: UserScope;
  search: string;
  place: IndexedPlace;
  onClear: () => void;
}

function IndexedRows({ index, scope, search, place, onClear, ...props }: IndexedRowsProps) {
  const pages: Found = useIndexedUsers(props.connectionId, scope);
  const { initialRow, onView: note } = useLastRow('users.index-place', JSON.stringify(scope).slice(0, maxNoted));
  const { onView } = pages;
  const view = useCallback(
    (first: number, last: number) => {
      note(first);
      onView(first, last);
    },
    [note, onView],
  );
  return (
    <UserRows
      {...props}
      pages={pages}
      initialRow={initialRow}
      onView={view}
      none={<NoIndexedUsers index={index} search={search} filter={place.filter} onClear={onClear} />}
      footer={<IndexFooter index={index} pages={pages} isAll={toQueryText(scope.query) === ''} />}
    />
  );
}
