import { Maximize2, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isUsable, useIndexState } from '#data/local-index.ts';
import { useScope } from '#data/use-scope.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { IndexMessages } from '#parts/local-index/index-messages.tsx';
import { useSendEmail } from '#parts/send-email/use-send-email.tsx';
import { usePanelWidth, useRowFocus } from '#parts/side-panel.ts';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { SplitPane } from '#ui/layout/split-pane.tsx';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';
import { useUserDialogs } from '#window/open-dialogs.ts';
import { paths } from '#window/routes.ts';
import { usersPlace } from '#window/url-state.ts';
import { useChangeUrlState } from '#window/use-change-url-state.ts';
import type { Field } from './filters/condition-draft';
import { IndexedUsers } from './list/indexed-users';
import type { UsersListFrameProps } from './list/list-frame-props';
import { ServiceUsers } from './list/service-users';
import { UserContent } from './page/user-content';
import styles from './page/user-panel.module.css';

/** Dialogs in their own files, as most visits don’t need them. */
const CreateUserDialog = lazy(() => import('./create/create-user-dialog').then((module) => ({ default: module.CreateUserDialog })));
const ImpersonateDialog = lazy(() => import('./impersonate/impersonate-dialog').then((module) => ({ default: module.ImpersonateDialog })));

/** The project's users: a list, and one of them in the panel beside it. The URL contains all of its state; direction and width are also stored. */
export function UsersScreen() {
  const { connectionId } = useScope();
  return <Users connectionId={connectionId} />;
}

function Users({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const [panelWidth, setPanelWidth] = usePanelWidth('users.panel-width');
  const [search] = useSearchParams();
  const { panel } = usersPlace(search);
  const go = useChangeUrlState(usersPlace, (next) => paths.users(connectionId, next));
  const showDialog = useUserDialogs((state) => state.show);
  const email = useSendEmail(connectionId);
  const list = useRowFocus(panel !== undefined);
  const index = useIndexState(connectionId);
  const [wanted, setWanted] = useState<{ readonly connectionId: string; readonly field: Field } | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const close = () => go({ panel: undefined });
  const open = (userId: string) => go({ panel: userId }, { replace: panel !== undefined });
  const props: UsersListFrameProps = {
    connectionId,
    selected: panel,
    email,
    list,
    onOpen: open,
    onDeleted: (userId) => {
      setDeleted(userId);
      // Another user may be in the panel by then.
      go({ panel: undefined }, { isGone: true, when: (now) => now.panel === userId });
    },
    deleted,
    onCreate: () => showDialog({ kind: 'create-user', connectionId }),
    onClosePanel: close,
    wantedFilter: wanted?.connectionId === connectionId ? wanted.field : null,
    onWantFilter: (field) => setWanted(field === null ? null : { connectionId, field }),
  };
  return (
    <SplitPane
      panel={
        panel === undefined ? null : (
          <UserPanel key={panel} connectionId={connectionId} userId={panel} onClose={close} onDeleted={() => setDeleted(panel)} />
        )
      }
      panelLabel={t('users.panel')}
      onClose={close}
      width={panelWidth}
      onWidthChange={setPanelWidth}
    >
      {isUsable(index) ? <IndexedUsers {...props} index={index} /> : <ServiceUsers {...props} />}
      {index !== undefined && <IndexMessages index={index} />}
      {email.element}
      <UserDialogs connectionId={connectionId} onCreated={open} />
    </SplitPane>
  );
}

interface UserPanelProps {
  connectionId: string;
  userId: string;
  onClose: () => void;
  /** Runs before the panel of a deleted user is closed. */
  onDeleted: () => void;
}

/** A user beside the list; Escape closes it. */
function UserPanel({ connectionId, userId, onClose, onDeleted }: UserPanelProps) {
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
      <UserContent
        connectionId={connectionId}
        userId={userId}
        actions={actions}
        onDeleted={() => {
          onDeleted();
          onClose();
        }}
      />
    </div>
  );
}

interface UserDialogsProps {
  connectionId: string;
  onCreated: (userId: string) => void;
}

/** The dialogs of the list that the palette opens as well. They end with the list. */
function UserDialogs({ connectionId, onCreated }: UserDialogsProps) {
  const { open, hide } = useUserDialogs();
  useEffect(
    () => () => {
      if (useUserDialogs.getState().open?.connectionId === connectionId) hide();
    },
    [connectionId, hide],
  );
  if (open?.connectionId !== connectionId) return null;
  return (
    <Suspense fallback={<OpeningDialog />}>
      {open.kind === 'create-user' && <CreateUserDialog connectionId={connectionId} onClose={hide} onCreated={onCreated} />}
      {open.kind === 'impersonate' && <ImpersonateDialog connectionId={connectionId} user={open.user} onClose={hide} />}
    </Suspense>
  );
}
