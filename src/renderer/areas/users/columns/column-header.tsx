import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ChevronsLeftRight, ChevronsRightLeft, EyeOff, Trash2 } from 'lucide-react';
import { createContext, type KeyboardEvent, type PointerEvent, useContext, useRef, useState } from 'react';
import type { UserOrder } from '#contract/query/user-query.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { type MenuPlace, PointMenu, placeBelow } from '#ui/overlays/point-menu.tsx';
import styles from './columns.module.css';
import type { useColumnDrag } from './use-column-drag';
import type { UserTable } from './use-user-table';
import { isSortedBy } from './user-columns';

/** How the list is sorted, and what sorts it otherwise. */
export interface Sorting {
  readonly order: UserOrder;
  /** Whether a heading sorts when it is pressed. Where it doesn’t, it opens its menu. */
  readonly isByHeading: boolean;
  onSort(order: UserOrder): void;
}

interface Headers {
  readonly table: UserTable;
  readonly drag: ReturnType<typeof useColumnDrag>;
  readonly sorting: Sorting;
}

/** What all headings share: in a context, because a column that changed would draw its cells again. */
export const ColumnHeaders = createContext<Headers | null>(null);

/** CSS pixels of one step with the keyboard. */
const step = 16;

interface ColumnHeaderProps {
  id: string;
  title: string;
  path: string | undefined;
  by: UserOrder['by'] | undefined;
}

/**
 * A column’s heading: dragging moves the column, its edge resizes it, and its menu does both with the keyboard, and sorts. Where the list can be
 * sorted by each column, pressing the heading does that, and the menu opens like that of a row.
 */
export function ColumnHeader({ id, title, path, by }: ColumnHeaderProps) {
  const { t } = useMessages();
  const headers = useContext(ColumnHeaders);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const cell = useRef<HTMLSpanElement>(null);
  if (headers === null) return title;
  const { table, drag, sorting } = headers;
  const widen = (change: number) => {
    const width = cell.current?.parentElement?.getBoundingClientRect().width;
    if (width !== undefined) table.resize(id, width + change, true);
  };
  const isSortButton = by !== undefined && sorting.isByHeading;
  const isSorted = by !== undefined && isSortedBy(sorting.order, by);
  const openMenu = (button: HTMLElement) => setPlace(placeBelow(button));
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const key = pressedKey(event);
    const change = event.shiftKey ? { ArrowLeft: -step, ArrowRight: step }[key] : undefined;
    const isMenuKey = key === 'ContextMenu' || (event.shiftKey && key === 'F10');
    if (change === undefined && !isMenuKey) return;
    event.preventDefault();
    if (change !== undefined) widen(change);
    else openMenu(event.currentTarget);
  };
  return (
    <span ref={cell} className={styles.header} data-drop={drag.sideOf(id)} {...drag.target(id)}>
      <button
        type="button"
        aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+F10"
        {...(isSortButton ? {} : { 'aria-haspopup': 'menu', 'aria-expanded': place !== null })}
        title={title}
        className={path === undefined ? styles.title : styles.path}
        data-sorted={isSorted || undefined}
        {...drag.source(id)}
        onClick={({ currentTarget }) =>
          isSortButton ? sorting.onSort({ by, desc: isSorted ? !sorting.order.desc : startsDescending(by) }) : openMenu(currentTarget)
        }
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(event.currentTarget);
        }}
        onKeyDown={press}
      >
        <span className={styles.text}>{title}</span>
        {isSorted && <Icon of={sorting.order.desc ? ArrowDown : ArrowUp} size={13} />}
      </button>
      <Edge id={id} table={table} />
      <PointMenu label={t('users.columns.of', { column: title })} place={place} onClose={() => setPlace(null)}>
        {by !== undefined && <SortItems by={by} sorting={sorting} />}
        <HeaderItems id={id} path={path} table={table} onWiden={widen} />
      </PointMenu>
    </span>
  );
}

/** Times start with the latest one, texts at the start of the alphabet. */
function startsDescending(by: UserOrder['by']): boolean {
  return by === 'signed-up' || by === 'last-active';
}

function SortItems({ by, sorting }: { by: UserOrder['by']; sorting: Sorting }) {
  const { t } = useMessages();
  const isSorted = isSortedBy(sorting.order, by);
  const reason = (desc: boolean) => (isSorted && sorting.order.desc === desc ? t('users.sort.is') : undefined);
  return (
    <>
      <MenuItem icon={ArrowUp} disabledReason={reason(false)} onSelect={() => sorting.onSort({ by, desc: false })}>
        {t('users.sort.asc')}
      </MenuItem>
      <MenuItem icon={ArrowDown} disabledReason={reason(true)} onSelect={() => sorting.onSort({ by, desc: true })}>
        {t('users.sort.desc')}
      </MenuItem>
      <MenuSeparator />
    </>
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
