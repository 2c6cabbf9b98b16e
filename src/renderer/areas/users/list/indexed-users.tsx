import { useCallback, useMemo, useState } from 'react';
import type { IndexState } from '#contract/bridge/local-index.ts';
import { toOrderText } from '#contract/query/order-text.ts';
import { toQueryText } from '#contract/query/query-text.ts';
import type { UserScope } from '#contract/query/user-query.ts';
import { type IndexedUsers as Found, readMatchingEmails, readMatchingIds, useIndexedUsers, useLoadedScope } from '#data/local-index.ts';
import { useTopic } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ScreenMessage } from '#parts/status/screen-message.tsx';
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
import { type Matching, SelectionBar } from '../selection/selection-bar';
import { useSelection } from '../selection/use-selection';
import styles from '../users-screen.module.css';
import { allUsers, useViews, ViewTabs } from '../views/view-tabs';
import { IndexFooter, NoIndexedUsers } from './index-footer';
import { IndexToolbar } from './index-toolbar';
import { isSelecting, narrowList, slimList, type UsersListFrameProps, useFocusSearch, useListKeys } from './list-frame-props';
import { type IndexedPlace, useIndexedPlace } from './use-indexed-place';
import { UserRows, type UserRowsProps } from './user-rows';

interface IndexedUsersProps extends UsersListFrameProps {
  index: IndexState;
}

/** The users as the index lists them: searched at each key, filtered, sorted by any column, and in saved views. */
export function IndexedUsers({ index, ...props }: IndexedUsersProps) {
  const { connectionId, email, list, onCreate } = props;
  const { t } = useMessages();
  const place = useIndexedPlace(connectionId);
  const { filter, order } = place;
  const [typed, setTyped] = useState(place.search);
  const scope = useMemo((): UserScope => ({ query: searchedQuery(typed, filter), order }), [typed, filter, order]);
  const { shown, isStale, found } = useLoadedScope(connectionId, scope);
  const isKnown = useIsViewStateKnown();
  const [narrowness, measured] = useNarrowness(narrowList, slimList);
  const views = useViews(connectionId);
  const active = views.find(({ id }) => id === place.viewId);
  const view = active?.columns ? { viewId: active.id, ids: active.columns } : null;
  const table = useUserTable({ narrowness, look: useLook(shown, filter), view });
  const columns = table.isInitial && view === null ? null : table.shown.map(({ id }) => id);
  const selection = useSelection(JSON.stringify(shown));
  const { press, clearSelection } = useListKeys(props, selection);
  const focusSearch = useFocusSearch(list);
  const sorting: Sorting = { order: shown.order, isByHeading: true, onSort: place.setOrder };
  const matching: Matching | null = found?.total.isExact
    ? {
        count: found.total.count,
        scope: shown,
        asOfMillis: found.asOfMillis,
        readIds: () => readMatchingIds(connectionId, shown),
        readEmails: () => readMatchingEmails(connectionId, shown),
      }
    : null;
  const clear = () => {
    place.open(null);
    focusSearch();
  };
  const tab = active?.id ?? allUsers;
  const isChanged =
    toQueryText(active?.query ?? { op: 'and', of: [] }) !== toQueryText(scope.query) ||
    (active !== undefined && toOrderText(active.order) !== toOrderText(order)) ||
    JSON.stringify(active?.columns ?? null) !== JSON.stringify(columns);
  return (
    <ListFrame ref={list} onKeyDown={press}>
      <Tabs className={styles.tabs} value={tab} onValueChange={(id) => place.open(views.find((one) => one.id === id) ?? null)}>
        <ViewTabs
          connectionId={connectionId}
          active={active}
          shown={{ query: scope.query, order, columns }}
          isChanged={isChanged}
          onOpen={place.open}
        />
        <TabPanel value={tab} tabIndex={-1} className={styles.panel}>
          {isSelecting(selection) ? (
            <SelectionBar
              connectionId={connectionId}
              paths={shownPaths(table)}
              selection={selection}
              matching={matching}
              email={email}
              readJson={(ids) => readRawUsers(connectionId, { desc: true }, ids)}
              onClear={clearSelection}
            />
          ) : (
            <IndexToolbar
              connectionId={connectionId}
              scope={shown}
              total={index.users}
              place={place}
              table={table}
              found={found}
              onTyped={setTyped}
              onCreate={onCreate}
            />
          )}
          <FilterRow connectionId={connectionId} filter={filter} onChange={place.setFilter} />
          {place.isUnreadable && <ScreenMessage title={t('users.filters.unreadable')} text={t('users.filters.unreadable.text')} />}
          <ListBody ref={measured} className={cx(styles.list, isStale && styles.pending)} aria-busy={isStale}>
            {isKnown ? (
              <IndexedRows
                {...props}
                key={JSON.stringify(shown)}
                index={index}
                scope={shown}
                search={typed}
                place={place}
                table={table}
                sorting={sorting}
                selection={selection}
                onClear={clear}
              />
            ) : (
              <SkeletonTable template={table.template} hasSelection />
            )}
          </ListBody>
        </TabPanel>
      </Tabs>
    </ListFrame>
  );
}

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
