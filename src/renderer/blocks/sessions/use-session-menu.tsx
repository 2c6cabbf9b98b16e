import type { MouseEvent, ReactNode } from 'react';
import type { Session } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { readRawSession } from '../../queries/sessions';
import type { UserOf } from '../../queries/user/user-of';
import type { ListMenu } from '../../ui/data/list/list-menu';
import { useSessionPlace } from '../../ui/data/session-row';
import { useRowMenu } from '../row-menu/use-row-menu';

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
export function useSessionMenu({ of, sessions, blocked, isRevoked, onRevoke }: SessionMenuOptions): SessionMenu {
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
