import { MoreHorizontal } from 'lucide-react';
import { type ComponentProps, type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { cx } from '../../../lib/class-names';
import { Skeleton } from '../../feedback/skeleton';
import { Icon } from '../icon';
import styles from '../virtual-list.module.css';

interface RowPlace {
  index: number;
  start: number;
  rowHeight: number;
  focusable: boolean;
  onFocus: (index: number) => void;
}

export type RowEvent = MouseEvent<HTMLElement>;

/** What a row needs of a column. */
interface CellColumn {
  id: string;
  numeric?: boolean;
  cell: (item: unknown) => ReactNode;
}

interface ItemRowProps extends RowPlace {
  item: unknown;
  columns: readonly CellColumn[];
  /** Whether its panel is open. */
  current: boolean;
  selected: boolean;
  /** The checkbox, if rows can be selected. */
  checkbox: { label: string; isChecked: boolean } | undefined;
  menuLabel: string | undefined;
  onPress: (index: number, event: RowEvent) => void;
  onContextMenu: (index: number, event: RowEvent) => void;
}

/** A row of a list. Drawn again only when something of it changed: scrolling past thousands of rows must stay cheap. */
export const ItemRow = memo(
  function ItemRow({ item, columns, current, selected, checkbox, menuLabel, onPress, onContextMenu, ...place }: ItemRowProps) {
    const { index } = place;
    return (
      <RowFrame
        {...place}
        aria-selected={selected}
        aria-current={current || undefined}
        onMouseDown={checkbox && keepFocus}
        onClick={(event) => onPress(index, event)}
        onContextMenu={(event) => onContextMenu(index, event)}
      >
        {checkbox && <SelectCell {...checkbox} />}
        {columns.map((column) => (
          // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
          // biome-ignore lint/a11y/useFocusableInteractive: only the row is focusable
          <div key={column.id} role="gridcell" className={cx(styles.cell, column.numeric && styles.numeric)}>
            {column.cell(item)}
          </div>
        ))}
        {menuLabel !== undefined && <MenuCell label={menuLabel} />}
      </RowFrame>
    );
  },
  (before, after) => {
    const { checkbox: had, ...old } = before;
    const { checkbox: has, ...props } = after;
    const isSameCheckbox = had?.label === has?.label && had?.isChecked === has?.isChecked;
    return isSameCheckbox && (Object.keys(props) as (keyof typeof props)[]).every((key) => props[key] === old[key]);
  },
);

/** A click on a checkbox leaves the focus at the row, and one with Shift selects no text. */
function keepFocus(event: RowEvent): void {
  const isCheckbox = event.target instanceof Element && event.target.closest('[data-select]') !== null;
  if (!isCheckbox && !event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus({ preventScroll: true });
}

/** The row handles its clicks. With the keyboard, Space selects. */
function SelectCell({ label, isChecked }: { label: string; isChecked: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="gridcell" className={styles.select} data-select="">
      <input type="checkbox" tabIndex={-1} aria-label={label} checked={isChecked} readOnly />
    </div>
  );
}

/** The row handles its clicks. With the keyboard, Shift+F10 opens the menu. */
function MenuCell({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div role="gridcell" className={styles.cell}>
      <button type="button" tabIndex={-1} aria-label={label} aria-haspopup="menu" className={styles.menu} data-row-menu="">
        <Icon of={MoreHorizontal} size={14} />
      </button>
    </div>
  );
}

/** A row whose page is loading. */
export function WaitingRow({ columns, ...place }: RowPlace & { columns: number }) {
  return (
    <RowFrame {...place} aria-busy="true">
      {Array.from({ length: columns }, (_, at) => (
        // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
        // biome-ignore lint/a11y/useFocusableInteractive: only the row is focusable
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells have no other key and are never reordered
        <div key={at} role="gridcell" className={styles.cell}>
          <Skeleton width={at === 0 ? 24 : '60%'} circle={at === 0} {...(at === 0 ? { height: 24 } : {})} />
        </div>
      ))}
    </RowFrame>
  );
}

/** A row at its place, reachable by Tab if it is the one. */
function RowFrame({ index, start, rowHeight, focusable, onFocus, ...rest }: RowPlace & Omit<ComponentProps<'div'>, 'onFocus'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    <div
      {...rest}
      role="row"
      data-row={index}
      tabIndex={focusable ? 0 : -1}
      aria-rowindex={index + 2}
      className={cx(styles.row, styles.item)}
      style={rowStyle(rowHeight, start)}
      onFocus={() => onFocus(index)}
    />
  );
}

/** Returns the style of a row at its place. */
export function rowStyle(height: number, start?: number): CSSProperties {
  return { height, ...(start === undefined ? {} : { transform: `translateY(${start}px)` }) };
}
