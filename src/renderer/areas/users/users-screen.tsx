import { Mail, Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { updateSettings, useTopic } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { usersDirection } from '#data/user-pages.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useNarrowness } from '#lib/use-is-narrow.ts';
import { useMessages } from '#lib/use-messages.ts';
import { maxRecipients } from '#parts/send-email/recipients.ts';
import { type SendEmail, useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { ListFrame, ListToolbar } from '#ui/layout/list-frame.tsx';
import { isPanelWidth, SplitPane } from '#ui/layout/split-pane.tsx';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { paths } from '#window/routes.ts';
import { type UsersPlace, usersPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import { useIsViewStateKnown, useViewState } from '#window/view-state.ts';
import { useUserTable } from './columns/use-user-table';
import { readRawUsers } from './data';
import { UsersList } from './list/users-list';
import { UsersToolbar } from './list/users-toolbar';
import { UserContent } from './page/user-content';
import styles from './page/user-panel.module.css';
import { type Selection, useSelection } from './selection/use-selection';

/** The project's users: a list, and one of them in the panel beside it. The URL contains all of its state; direction and width are also stored. */
export function UsersScreen() {
  const { connectionId } = useScope();
  return <Users connectionId={connectionId} />;
}

/** Its own file, as most visits don’t need it. */
const CreateUserDialog = lazy(() => import('./create/create-user-dialog').then((module) => ({ default: module.CreateUserDialog })));

/** Below these widths in CSS pixels, the last column leaves no room for emails, and the one before it. */
const [narrowList, slimList] = [760, 520];

/** Returns what the address says about the list, and functions that change it there. */
function useUsersPlace(connectionId: string) {
  const [search] = useSearchParams();
  const place = usersPlace(search);
  const [leftDesc, keepDesc] = useViewState(usersDirection.key, usersDirection.initial, usersDirection.fits);
  const desc = place.desc ?? leftDesc;
  const go = useChangeUrlState(usersPlace, (next) => paths.users(connectionId, next));
  const setFilter = (change: UsersPlace) => {
    if (change.desc !== undefined) keepDesc(change.desc);
    go(change, { replace: true });
  };
  return { place, desc, filter: { q: place.q, team: place.team, desc }, go, setFilter };
}

/** Creates the functions that clear filters and selection, and keep the focus in the list although what was pressed goes away. */
function createClearing(list: RefObject<HTMLElement | null>, go: ReturnType<typeof useUsersPlace>['go'], selection: Selection) {
  const clear = () => {
    go({ q: undefined, team: undefined }, { replace: true });
    list.current?.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  const clearSelection = () => {
    const wasInBar = list.current?.querySelector('[role=grid]')?.contains(document.activeElement) === false;
    selection.clear();
    if (wasInBar) list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  };
  return { clear, clearSelection };
}

function Users({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const [panelWidth, setPanelWidth] = usePanelWidth();
  const { place, desc, filter, go, setFilter } = useUsersPlace(connectionId);
  const isKnown = useIsViewStateKnown();
  const [narrowness, measured] = useNarrowness(narrowList, slimList);
  const table = useUserTable(narrowness);
  const [isCreating, setCreating] = useState(false);
  const selection = useSelection(filter);
  const email = useSendEmail(connectionId);
  const readJson = (ids: readonly string[]) => readRawUsers(connectionId, filter, ids);
  const list = useRowFocus(place.panel !== undefined);
  const { clear, clearSelection } = createClearing(list, go, selection);
  const close = () => go({ panel: undefined });
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
    if (selection.items.size > 0) clearSelection();
    else if (place.panel !== undefined) close();
  };
  return (
    <SplitPane
      panel={
        place.panel === undefined ? null : <UserPanel key={place.panel} connectionId={connectionId} userId={place.panel} onClose={close} />
      }
      panelLabel={t('users.panel')}
      onClose={close}
      width={panelWidth}
      onWidthChange={setPanelWidth}
    >
      <ListFrame ref={list} onKeyDown={press}>
        {selection.items.size > 0 ? (
          <SelectionBar selection={selection} email={email} readJson={readJson} onClear={clearSelection} />
        ) : (
          <UsersToolbar
            connectionId={connectionId}
            place={place}
            desc={desc}
            table={table}
            onChange={setFilter}
            onCreate={() => setCreating(true)}
          />
        )}
        {isKnown ? (
          <UsersList
            connectionId={connectionId}
            filter={filter}
            selected={place.panel}
            table={table}
            selection={selection}
            email={email}
            measured={measured}
            onOpen={(userId) => go({ panel: userId }, { replace: place.panel !== undefined })}
            onDeleted={(userId) => userId === place.panel && close()}
            onClear={clear}
          />
        ) : (
          <SkeletonTable template={table.template} hasSelection />
        )}
      </ListFrame>
      {email.element}
      {isCreating && (
        <Suspense fallback={<OpeningDialog />}>
          <CreateUserDialog
            connectionId={connectionId}
            onClose={() => setCreating(false)}
            onCreated={(userId) => go({ panel: userId }, { replace: place.panel !== undefined })}
          />
        </Suspense>
      )}
    </SplitPane>
  );
}

/** Stored per project; a panel that was never resized starts with the width that was used last. */
function usePanelWidth(): [number, (width: number) => void] {
  const [width, keep] = useViewState('users.panel-width', useTopic('settings.state').panelWidth, isPanelWidth);
  const change = (next: number) => {
    keep(next);
    updateSettings({ panelWidth: next }).catch(() => undefined);
  };
  return [width, change];
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

/** A user beside the list; Escape closes it. */
function UserPanel({ connectionId, userId, onClose }: { connectionId: string; userId: string; onClose: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const openPage = () => void navigate(paths.user(connectionId, userId, usersPlace(search).tab));
  const actions = (
    <>
      <IconButton label={t('users.open-page')} icon={Maximize2} onClick={openPage} />
      <IconButton label={t('users.close-panel')} icon={X} onClick={onClose} />
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the panel isn’t a control; it handles Escape for the controls in it
    <div className={styles.panel} onKeyDown={(event) => pressedKey(event) === 'Escape' && !event.defaultPrevented && onClose()}>
      <UserContent connectionId={connectionId} userId={userId} actions={actions} onDeleted={onClose} />
    </div>
  );
}

interface SelectionBarProps {
  selection: Selection;
  email: SendEmail;
  /** Reads users as the service has them. */
  readJson: (ids: readonly string[]) => Promise<readonly object[]>;
  onClear: () => void;
}

/** What can be done with the selected users. Replaces the toolbar. */
function SelectionBar({ selection, email, readJson, onClear }: SelectionBarProps) {
  const { t, locale } = useMessages();
  const count = selection.items.size;
  const users = (): ServerUser[] => [...selection.items.values()];
  const emails = () => users().flatMap(({ primary_email: email }) => email ?? []);
  const tooMany = count > maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  const reading = selection.isReading ? t('ui.loading') : undefined;
  return (
    <ListToolbar
      label={t('users.selection')}
      className={styles.bar}
      end={<IconButton label={t('users.selection.clear')} icon={X} onClick={onClear} />}
    >
      <span role="status" className={styles.count}>
        {t('users.selection.count', { count, shown: formatNumber(count, locale) })}
        {selection.isReading && <span className={styles.reading}>{t('ui.loading')}</span>}
      </span>
      <Button icon={Mail} disabledReason={email.disabledReason ?? reading ?? tooMany} onClick={() => email.open(users())}>
        {t('send-email.title')}
      </Button>
      <CopyTextButton
        value={() =>
          users()
            .map(({ id }) => id)
            .join('\n')
        }
      >
        {t('users.selection.copy-ids')}
      </CopyTextButton>
      <CopyTextButton value={() => emails().join('\n')} disabledReason={emails().length === 0 ? t('users.selection.no-emails') : undefined}>
        {t('users.selection.copy-emails')}
      </CopyTextButton>
      <CopyTextButton value={async () => JSON.stringify(await readJson([...selection.items.keys()]), null, 2)}>
        {t('users.selection.copy-json')}
      </CopyTextButton>
    </ListToolbar>
  );
}
