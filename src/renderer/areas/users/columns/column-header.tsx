import { ArrowLeft, ArrowRight, ChevronsLeftRight, ChevronsRightLeft, EyeOff, Trash2 } from 'lucide-react';
import { createContext, type KeyboardEvent, type PointerEvent, useContext, useRef, useState } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { type MenuPlace, PointMenu, placeBelow } from '#ui/overlays/point-menu.tsx';
import styles from './columns.module.css';
import type { useColumnDrag } from './use-column-drag';
import type { UserTable } from './use-user-table';

interface Headers {
  readonly table: UserTable;
  readonly drag: ReturnType<typeof useColumnDrag>;
}

/** What all headings share: in a context, because a column that changed would draw its cells again. */
export const ColumnHeaders = createContext<Headers | null>(null);

/** CSS pixels of one step with the keyboard. */
const step = 16;

/** A column’s heading: dragging moves the column, its edge resizes it, and its menu does both with the keyboard. */
export function ColumnHeader({ id, title, path }: { id: string; title: string; path: string | undefined }) {
  const { t } = useMessages();
  const headers = useContext(ColumnHeaders);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const cell = useRef<HTMLSpanElement>(null);
  if (headers === null) return title;
  const { table, drag } = headers;
  const widen = (by: number) => {
    const width = cell.current?.parentElement?.getBoundingClientRect().width;
    if (width !== undefined) table.resize(id, width + by, true);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.shiftKey ? { ArrowLeft: -step, ArrowRight: step }[pressedKey(event)] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    widen(by);
  };
  return (
    <span ref={cell} className={styles.header} data-drop={drag.sideOf(id)} {...drag.target(id)}>
      <button
        type="button"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        aria-haspopup="menu"
        aria-expanded={place !== null}
        title={title}
        className={path === undefined ? styles.title : styles.path}
        {...drag.source(id)}
        onClick={(event) => setPlace(placeBelow(event.currentTarget))}
        onKeyDown={press}
      >
        {title}
      </button>
      <Edge id={id} table={table} />
      <PointMenu label={t('users.columns.of', { column: title })} place={place} onClose={() => setPlace(null)}>
        <HeaderItems id={id} path={path} table={table} onWiden={widen} />
      </PointMenu>
    </span>
  );
}

interface HeaderItemsProps {
  id: string;
  path: string | undefined;
  table: UserTable;
  onWiden: (by: number) => void;
}

function HeaderItems({ id, path, table, onWiden }: HeaderItemsProps) {
  const { t } = useMessages();
  const at = table.shown.findIndex((column) => column.id === id);
  const [before, after] = [table.shown[at - 1], table.shown[at + 1]];
  const canHide = table.shown[at]?.canHide ?? false;
  return (
    <>
      <MenuItem
        icon={ArrowLeft}
        disabledReason={before ? undefined : t('users.columns.is-first')}
        onSelect={() => before && table.move(id, before.id)}
      >
        {t('users.columns.move-left')}
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        disabledReason={after ? undefined : t('users.columns.is-last')}
        onSelect={() => after && table.move(id, after.id)}
      >
        {t('users.columns.move-right')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ChevronsLeftRight} onSelect={() => onWiden(step * 2)}>
        {t('users.columns.widen')}
      </MenuItem>
      <MenuItem icon={ChevronsRightLeft} onSelect={() => onWiden(-step * 2)}>
        {t('users.columns.narrow')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={EyeOff} disabledReason={canHide ? undefined : t('users.columns.always')} onSelect={() => table.show(id, false)}>
        {t('users.columns.hide')}
      </MenuItem>
      {path !== undefined && (
        <MenuItem icon={Trash2} onSelect={() => table.removePath(path)}>
          {t('users.columns.remove')}
        </MenuItem>
      )}
    </>
  );
}

/** The right edge of a heading. For the mouse only: the menu has the same for the keyboard. */
function Edge({ id, table }: { id: string; table: UserTable }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) => (start.current === null ? null : start.current.width + event.clientX - start.current.x);
  const down = (event: PointerEvent<HTMLSpanElement>) => {
    const cell = event.currentTarget.parentElement?.parentElement;
    if (!cell || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: cell.getBoundingClientRect().width };
  };
  const move = (event: PointerEvent) => {
    const width = widthAt(event);
    if (width !== null) table.resize(id, width, false);
  };
  const end = (event: PointerEvent) => {
    const width = widthAt(event);
    if (width !== null && event.clientX !== start.current?.x) table.resize(id, width, true);
    start.current = null;
  };
  return (
    <span aria-hidden="true" className={styles.edge} onPointerDown={down} onPointerMove={move} onPointerUp={end} onPointerCancel={end} />
  );
}
