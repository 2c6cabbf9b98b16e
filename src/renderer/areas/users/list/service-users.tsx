import { Database } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { usersDirection } from '#data/user-pages.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type IndexReason, TurnOnDialog } from '#parts/local-index/turn-on-dialog.tsx';
import { isSelecting, useSelection } from '#parts/selection/use-selection.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ListBody, ListFrame } from '#ui/layout/list-frame.tsx';
import { paths } from '#window/routes.ts';
import { type UsersPlace, usersPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';
import type { Sorting } from '../columns/column-header';
import { shownPaths, useUserTable } from '../columns/use-user-table';
import { readRawUsers } from '../data';
import type { Field } from '../filters/condition-draft';
import { SelectionBar } from '../selection/selection-bar';
import { useBulkActions } from '../selection/use-bulk-actions';
import styles from '../users-screen.module.css';
import { type UsersListFrameProps, useDropDeleted, useFocusSearch, useListKeys, useListNarrowness } from './list-frame-props';
import { useUserMenu } from './use-user-menu';
import { userKey } from './user-rows';
import { UsersList } from './users-list';
import { UsersToolbar } from './users-toolbar';

/** Returns what the address says about the list, and functions that change it there. */
function useServicePlace(connectionId: string) {
  const [search] = useSearchParams();
  const place = usersPlace(search);
  const [leftDesc, keepDesc] = useViewState(usersDirection.key, usersDirection.initial, usersDirection.fits);
  const desc = place.desc ?? leftDesc;
  const go = useChangeUrlState(usersPlace, (next) => paths.users(connectionId, next));
  const setFilter = (change: UsersPlace) => {
    if (change.desc !== undefined) keepDesc(change.desc);
    go(change, { replace: true });
  };
  return { place, desc, filter: { q: place.q, team: place.team, desc }, setFilter };
}

/** The users as the service lists them: searched, filtered by team, and newest or oldest first. For more, it offers the index. */
export function ServiceUsers(props: UsersListFrameProps) {
  const { connectionId, selected, email, list, onCreate } = props;
  const { place, desc, filter, setFilter } = useServicePlace(connectionId);
  const isKnown = useIsViewStateKnown();
  const [narrowness, measured] = useListNarrowness();
  const table = useUserTable({ narrowness });
  const selection = useSelection<ServerUser>(JSON.stringify(filter), userKey);
  const { press, clearSelection } = useListKeys(props, selection);
  useDropDeleted(props, selection);
  const bulk = useBulkActions({ connectionId, selection, matching: null, onClear: clearSelection });
  const { menu, element } = useUserMenu(props, selection, bulk);
  const focusSearch = useFocusSearch(list);
  const offer = useIndexOffer(props);
  const sorting: Sorting = {
    order: { by: 'signed-up', desc },
    isByHeading: false,
    onSort: (order) => (order.by === 'signed-up' ? setFilter({ desc: order.desc }) : offer.show('index.reason.sort')),
  };
  const needsIndex = place.filter !== undefined || place.sort !== undefined;
  const clear = () => {
    setFilter({ q: undefined, team: undefined, filter: undefined, sort: undefined, view: undefined });
    focusSearch();
  };
  return (
    <ListFrame ref={list} onKeyDown={press}>
      {isSelecting(selection) ? (
        <SelectionBar
          connectionId={connectionId}
          paths={shownPaths(table)}
          selection={selection}
          bulk={bulk}
          onNeedsIndex={() => offer.show('index.reason.select')}
          email={email}
          readJson={(ids) => readRawUsers(connectionId, filter, ids)}
          onClear={clearSelection}
        />
      ) : (
        <UsersToolbar
          connectionId={connectionId}
          place={place}
          desc={desc}
          table={table}
          onChange={setFilter}
          onFilter={(field) => offer.show('index.reason.filter', field)}
          onCreate={onCreate}
        />
      )}
      {needsIndex && <NeedsIndex onTurnOn={() => offer.show('index.reason.filter')} onClear={clear} />}
      {!needsIndex && isKnown && (
        <UsersList
          {...props}
          filter={filter}
          selected={selected}
          table={table}
          sorting={sorting}
          selection={selection}
          menu={menu}
          measured={measured}
          onClear={clear}
        />
      )}
      {!needsIndex && !isKnown && <SkeletonTable template={table.template} hasSelection />}
      {element}
      {bulk.element}
      {offer.element}
    </ListFrame>
  );
}

/** Returns a function that offers the index for a reason, which may be a filter on a field, and the dialog that it shows. */
function useIndexOffer({ connectionId, onWantFilter }: Pick<UsersListFrameProps, 'connectionId' | 'onWantFilter'>) {
  const [reason, setReason] = useState<IndexReason | null>(null);
  const close = () => {
    onWantFilter(null);
    setReason(null);
  };
  return {
    show(why: IndexReason, field: Field | null = null) {
      onWantFilter(field);
      setReason(why);
    },
    element: reason !== null && (
      <TurnOnDialog connectionId={connectionId} reason={reason} onClose={close} onTurnedOn={() => setReason(null)} />
    ),
  };
}

/** Stands for the rows of an address with filters or an order that the service doesn’t have. */
function NeedsIndex({ onTurnOn, onClear }: { onTurnOn: () => void; onClear: () => void }) {
  const { t } = useMessages();
  const action = (
    <>
      <Button variant="primary" onClick={onTurnOn}>
        {t('index.turn-on.open')}
      </Button>
      <Button onClick={onClear}>{t('users.filters.clear')}</Button>
    </>
  );
  return (
    <ListBody className={styles.list}>
      <EmptyState icon={Database} title={t('index.needed.title')} text={t('index.needed.text')} action={action} />
    </ListBody>
  );
}
