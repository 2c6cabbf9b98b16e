import { type ChangeEvent, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import type { Session } from '#contract/service/models/user-models.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useSessionPlace } from '#ui/data/session-row.tsx';
import { useSelectionKeys } from '../selection/use-clear-selection';
import { type Selection, useSelection } from '../selection/use-selection';

interface SessionSelectionOptions {
  /** Whose sessions they are. */
  rows: string;
  sessions: readonly Session[];
  /** The element of the list. */
  list: RefObject<HTMLElement | null>;
  /** Whether a session has been revoked. */
  isRevoked: (session: Session) => boolean;
}

export interface SessionSelection {
  readonly selection: Selection<Session>;
  /** Number of sessions that can be selected. */
  readonly count: number;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** The checkbox of a row. */
  readonly checkbox: (session: Session, row: number) => ReactNode;
  readonly press: (event: KeyboardEvent) => void;
}

const sessionKey = ({ id }: Session) => id;
const boxes = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-session-box]') ?? [])];

/** Returns the selection of sessions: by clicks, also with Shift, and by the keys of other lists. The session in use can’t be selected. */
export function useSessionSelection({ rows, sessions, list, isRevoked }: SessionSelectionOptions): SessionSelection {
  const selection = useSelection<Session>(rows, sessionKey);
  const { press: pressEscape, clear } = useSelectionKeys(list, selection);
  const canSelect = (session: Session) => !session.is_current_session && !isRevoked(session);
  // Sessions are also revoked one by one, and elsewhere.
  useLayoutEffect(() => selection.follow(sessions.filter(canSelect)));
  const read = (first: number, last: number) => Promise.resolve(sessions.slice(first, last + 1).filter(canSelect));
  const selectAll = () => selection.selectAll(sessions.length, read);
  const press = (event: KeyboardEvent) => {
    pressEscape(event);
    const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-session-box]') : null;
    if (box === null || event.altKey) return;
    const key = pressedKey(event);
    if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selectAll();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const all = boxes(list.current);
      const next = all[all.indexOf(box) + (key === 'ArrowDown' ? 1 : -1)];
      next?.focus();
      if (event.shiftKey && next !== undefined) selection.extend(rowOf(box), rowOf(next), read);
    }
  };
  const toggle = (session: Session, row: number, { nativeEvent }: ChangeEvent) => {
    // The change of a checkbox is told by the event of its click.
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extend(row, row, read);
    else if (canSelect(session)) selection.toggle(row, session);
  };
  return {
    selection,
    count: sessions.filter(canSelect).length,
    selectAll,
    clear,
    press,
    checkbox: (session, row) => (
      <SessionBox
        session={session}
        row={row}
        isSelected={selection.has(session)}
        canSelect={canSelect(session)}
        onChange={(event) => toggle(session, row, event)}
      />
    ),
  };
}

const rowOf = (box: HTMLElement) => Number(box.dataset.sessionBox);

interface SessionBoxProps {
  session: Session;
  row: number;
  isSelected: boolean;
  canSelect: boolean;
  onChange: (event: ChangeEvent) => void;
}

function SessionBox({ session, row, isSelected, canSelect, onChange }: SessionBoxProps) {
  const { t } = useMessages();
  const placeOf = useSessionPlace();
  return (
    <input
      type="checkbox"
      data-session-box={row}
      aria-label={t('selection.row', { name: placeOf(session) })}
      aria-disabled={canSelect ? undefined : true}
      title={session.is_current_session ? t('bulk.session-in-use') : undefined}
      checked={isSelected}
      onChange={onChange}
    />
  );
}
