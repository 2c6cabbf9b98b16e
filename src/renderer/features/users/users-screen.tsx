import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths, type UsersPlace, usersPlace } from '../../routes';
import { updateSettings, useSettings } from '../../stores/settings';
import { useIsViewStateKnown, useViewState } from '../../stores/window/view-state';
import { SkeletonRows } from '../../ui/feedback/skeleton';
import { ListFrame } from '../../ui/layout/list-frame';
import { SplitPane } from '../../ui/layout/split-pane';
import { NeedsUsersAccess } from './needs-users-access';
import { UserPanel } from './user-panel';
import { UsersList } from './users-list';
import { UsersToolbar } from './users-toolbar';

/** The project's users: a list, and one of them in the panel beside it. The URL contains all of its state; direction and width are also stored. */
export function UsersScreen() {
  const { connection: connectionId = '' } = useParams();
  return (
    <NeedsUsersAccess connectionId={connectionId}>
      <Users key={connectionId} connectionId={connectionId} />
    </NeedsUsersAccess>
  );
}

function Users({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [panelWidth, setPanelWidth] = usePanelWidth();
  const [search] = useSearchParams();
  const place = usersPlace(search);
  const [leftDesc, keepDesc] = useViewState('users.desc', true, isBoolean);
  const desc = place.desc ?? leftDesc;
  const isOrderKnown = useIsViewStateKnown() || place.desc !== undefined;
  const go = (change: UsersPlace, replace = false) => void navigate(paths.users(connectionId, { ...place, ...change }), { replace });
  const filter = (change: UsersPlace) => {
    if (change.desc !== undefined) keepDesc(change.desc);
    go(change, true);
  };
  const list = useRowFocus(place.panel !== undefined);
  const clear = () => {
    go({ q: undefined, team: undefined }, true);
    // The button that was pressed goes away with what it stood in.
    list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  const close = () => go({ panel: undefined });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && place.panel !== undefined) close();
  };
  const panel =
    place.panel === undefined ? null : <UserPanel key={place.panel} connectionId={connectionId} userId={place.panel} onClose={close} />;
  return (
    <SplitPane panel={panel} panelLabel={t('users.panel')} width={panelWidth} onWidthChange={setPanelWidth}>
      <ListFrame ref={list} onKeyDown={press}>
        <UsersToolbar connectionId={connectionId} place={place} desc={desc} onChange={filter} />
        {isOrderKnown ? (
          <UsersList
            connectionId={connectionId}
            filter={{ q: place.q, team: place.team, desc }}
            selected={place.panel}
            onOpen={(userId) => go({ panel: userId }, place.panel !== undefined)}
            onClear={clear}
          />
        ) : (
          <SkeletonRows />
        )}
      </ListFrame>
    </SplitPane>
  );
}

/** Stored per project; a panel that was never resized starts with the width that was used last. */
function usePanelWidth(): [number, (width: number) => void] {
  const [width, keep] = useViewState('users.panel-width', useSettings().panelWidth, isWidth);
  const change = (next: number) => {
    keep(next);
    updateSettings({ panelWidth: next }).catch(() => undefined);
  };
  return [width, change];
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= 280 && value <= 960;
}

/** A panel that closes with the focus in it gives it back to the row that Tab reaches. */
function useRowFocus(hasPanel: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const hadPanel = useRef(hasPanel);
  useEffect(() => {
    const closed = hadPanel.current && !hasPanel;
    hadPanel.current = hasPanel;
    if (!closed || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  }, [hasPanel]);
  return list;
}
