import { MonitorX, MoreHorizontal } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { Session } from '#contract/service/models/user-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import type { RevokeSummary, RowResult } from '#data/sessions.ts';
import { readRawSession, type SessionList, useRevokeOthers } from '#data/sessions.ts';
import { type UserOf, userIdFor } from '#data/users.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { useFocusWhenClosed } from '#lib/return-focus.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Badge } from '#ui/data/badge.tsx';
import type { ListMenu } from '#ui/data/list/use-row-clicks.ts';
import { type RowPosition, SessionRow, useSessionPlace } from '#ui/data/session-row.tsx';
import { VirtualRows } from '#ui/data/virtual-rows.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { OmittedNote } from '#ui/feedback/omitted-note.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { placeBelow } from '#ui/overlays/point-menu.tsx';
import { useRowMenu } from '../row-menu/row-menu';
import { isSelecting } from '../selection/use-selection';
import { RevokeOneDialog, RevokeOthersDialog, RevokeSelectedDialog } from './revoke-dialogs';
import { sessionTexts } from './session-texts';
import { SessionsBar } from './sessions-bar';
import styles from './sessions-list.module.css';
import { useSessionSelection } from './use-session-selection';

interface SessionsListProps {
  of: UserOf;
  list: SessionList;
  /** Why there may be more than the service lists. */
  note?: string | undefined;
  /** A further badge of a session. */
  badgeOf?: (session: Session) => ReactNode;
}

/** Maximum number of sessions that are all in the page. A longer list scrolls itself, so that what is below stays within reach. */
const maxPlainRows = 30;
/** The height of a session in pixels, unless its text wraps. */
const rowHeight = 62;

/** Sessions as rows that can be revoked, one or all, except the one in use. */
export function SessionsList({ of, list: { items: sessions, omitted }, note, badgeOf }: SessionsListProps) {
  const { t } = useMessages();
  const texts = sessionTexts[of.actor];
  const others = useRevokeOthers(of, useRevokeToast());
  const readOnly = useReadOnlyReason(of.connectionId);
  const [asked, setAsked] = useState<Asked>(null);
  const list = useFocusWhenClosed(asked !== null || others.running);
  const isRevoked = ({ id }: Session) => others.results.get(id)?.state === 'revoked';
  const chosen = useSessionSelection({ rows: userIdFor(of), sessions, list, isRevoked });
  const blocked = readOnly ?? (others.running ? t('sessions.busy') : undefined);
  const { menu, element, onContextMenu } = useSessionMenu({ of, sessions, blocked, isRevoked, onRevoke: setAsked });
  const revocable = sessions.filter((session) => !session.is_current_session).map(({ id }) => id);
  const revokeSelected = () => {
    void others.run([...chosen.selection.items.keys()]);
    chosen.clear();
  };
  const action = revocable.length > 0 && (
    <Button variant="danger" busy={others.running} disabledReason={readOnly} onClick={() => setAsked('others')}>
      {t(texts.revokeAll)}
    </Button>
  );
  const isLong = sessions.length > maxPlainRows;
  const row = (index: number) => {
    const session = sessions[index];
    if (session === undefined) return null;
    return (
      <RevocableSession
        key={session.id}
        session={session}
        position={isLong ? { index, count: sessions.length } : undefined}
        result={others.results.get(session.id)}
        badge={badgeOf?.(session)}
        lead={chosen.checkbox(session, index)}
        blocked={blocked}
        menu={menu}
        onRevoke={() => setAsked(session)}
      />
    );
  };
  return (
    <PageSection title={t(texts.title)} text={t(texts.text)} action={action}>
      {isSelecting(chosen.selection) && <SessionsBar of={of} chosen={chosen} blocked={blocked} onRevoke={() => setAsked('selected')} />}
      <Card
        ref={list}
        tabIndex={-1}
        role={sessions.length > 0 ? 'list' : undefined}
        aria-label={t(texts.title)}
        className={isLong ? styles.long : undefined}
        onKeyDown={chosen.press}
        onContextMenu={onContextMenu}
      >
        {sessions.length === 0 && omitted === undefined && <EmptyState icon={MonitorX} title={t(texts.empty)} text={t(texts.emptyText)} />}
        {isLong ? (
          <VirtualRows scroller={list} keys={sessions.map(({ id }) => id)} rowHeight={rowHeight} row={row} />
        ) : (
          sessions.map((_session, at) => row(at))
        )}
      </Card>
      {element}
      <OmittedNote omitted={omitted} />
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <RevokeDialogs
        of={of}
        asked={asked}
        count={asked === 'selected' ? chosen.selection.items.size : revocable.length}
        onClose={() => setAsked(null)}
        onConfirm={asked === 'selected' ? revokeSelected : () => void others.run(revocable)}
      />
    </PageSection>
  );
}

/** What is to be revoked: one session, all others, or the selected ones. */
type Asked = Session | 'others' | 'selected' | null;

interface RevokeDialogsProps {
  of: SessionsListProps['of'];
  asked: Asked;
  count: number;
  onClose: () => void;
  onConfirm: () => void;
}

function RevokeDialogs({ of, asked, count, onClose, onConfirm }: RevokeDialogsProps) {
  return (
    <>
      <RevokeOneDialog of={of} session={typeof asked === 'string' ? null : asked} onClose={onClose} />
      <RevokeOthersDialog of={of} count={count} open={asked === 'others'} onClose={onClose} onConfirm={onConfirm} />
      <RevokeSelectedDialog
        connectionId={of.connectionId}
        count={count}
        open={asked === 'selected'}
        onClose={onClose}
        onConfirm={onConfirm}
      />
    </>
  );
}

/** Says in a toast what came of revoking several sessions; the rows say it one by one. */
function useRevokeToast(): (summary: RevokeSummary) => void {
  const show = useToasts((state) => state.show);
  return ({ revoked, failed, left }) => {
    const success: Translatable = ({ t }) => t('sessions.revoked.count', { count: revoked });
    if (failed === 0) return show({ tone: 'good', title: success });
    const title: Translatable = ({ t }) => t('sessions.not-revoked.count', { count: failed + left });
    show({ tone: 'bad', title, text: ({ t }) => t('sessions.not-revoked.text', { count: revoked }) });
  };
}

interface SessionMenuOptions {
  /** Whose sessions they are. */
  readonly of: UserOf;
  readonly sessions: readonly Session[];
  /** Why no session can be revoked now. */
  readonly blocked: string | undefined;
  /** Whether the session is revoked already. */
  readonly isRevoked: (session: Session) => boolean;
  readonly onRevoke: (session: Session) => void;
}

interface SessionMenu {
  readonly menu: ListMenu<Session>;
  readonly element: ReactNode;
  /** Opens the menu of the row that was clicked, at the pointer. */
  readonly onContextMenu: (event: MouseEvent) => void;
}

/** Returns the menu of the rows of sessions: for their buttons, whose `data-session` is the ID, and for a right click. */
function useSessionMenu({ of, sessions, blocked, isRevoked, onRevoke }: SessionMenuOptions): SessionMenu {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  const { menu, element } = useRowMenu((session: Session) => ({
    name: placeOf(session),
    id: session.id,
    readJson: () => readRawSession(of, session.id),
    remove:
      session.is_current_session || isRevoked(session)
        ? undefined
        : { label: t('sessions.revoke'), disabledReason: blocked, onSelect: () => onRevoke(session) },
  }));
  const onContextMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[role="listitem"]') : null;
    const origin = row?.querySelector<HTMLElement>('[data-session]');
    const session = sessions.find(({ id }) => id === origin?.dataset.session);
    if (!origin || session === undefined) return;
    event.preventDefault();
    menu.onOpen(session, { x: event.clientX, y: event.clientY, origin });
  };
  return { menu, element, onContextMenu };
}

interface RevocableSessionProps {
  session: Session;
  /** Its place in a list of which only a part is in the page. */
  position: RowPosition | undefined;
  result: RowResult | undefined;
  badge: ReactNode;
  /** Its checkbox. */
  lead: ReactNode;
  /** Why it can’t be revoked now. */
  blocked: string | undefined;
  menu: ListMenu<Session>;
  onRevoke: () => void;
}

/** One session with its button, or with what came of revoking it, and its menu. */
function RevocableSession({ session, position, result, badge, lead, blocked, menu, onRevoke }: RevocableSessionProps) {
  const messages = useMessages();
  const failure = result?.state === 'failed' ? errorText(messages, result.report).title : undefined;
  const action = (
    <span className={styles.actions}>
      {!session.is_current_session && <Outcome session={session} result={result} blocked={blocked} onRevoke={onRevoke} />}
      <IconButton
        label={menu.label(session)}
        icon={MoreHorizontal}
        aria-haspopup="menu"
        data-session={session.id}
        onClick={({ currentTarget }) => menu.onOpen(session, placeBelow(currentTarget))}
      />
    </span>
  );
  return <SessionRow session={session} position={position} lead={lead} action={action} badge={badge} failure={failure} />;
}

function Outcome({ session, result, blocked, onRevoke }: Omit<RevocableSessionProps, 'badge' | 'lead' | 'position' | 'menu'>) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  if (result?.state === 'revoked') return <Badge tone="good">{t('sessions.revoked')}</Badge>;
  if (result?.state === 'waiting') return <Badge>{t('sessions.waiting')}</Badge>;
  return (
    <Button
      size="sm"
      busy={result?.state === 'running'}
      disabledReason={blocked}
      aria-label={t('sessions.revoke.of', { place: placeOf(session) })}
      onClick={onRevoke}
    >
      {t('sessions.revoke')}
    </Button>
  );
}
