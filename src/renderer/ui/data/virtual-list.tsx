import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { VisuallyHidden } from '../layout/visually-hidden';
import { placeBelow } from '../overlays/point-menu';
import { headHeight, menuWidth, selectWidth } from './list/list-measures';
import { HeadingRow, ItemRow, rowStyle, WaitingRow } from './list/list-row';
import { type ListMenu, type ListSelection, useRowClicks } from './list/use-row-clicks';
import { useVirtualRows } from './use-virtual-rows';
import styles from './virtual-list.module.css';

export interface Column<T> {
  id: string;
  /** The heading; a column of pictures has an empty one and `label` for screen readers. */
  header: ReactNode;
  label?: string;
  /** As in `grid-template-columns`: `104px`, `minmax(200px, 1fr)`. */
  width: string;
  cell: (item: T) => ReactNode;
  /** Whether to use tabular digits, for times and numbers. */
  numeric?: boolean;
  /** How the list is sorted by it; undefined if by another column. */
  sort?: 'ascending' | 'descending' | undefined;
}

interface VirtualListProps<T> {
  /** Names the list for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  /** The widths of all columns if they differ from those of `columns`: other widths don’t draw the rows again. */
  template?: string | undefined;
  /** Rows known so far. */
  count: number;
  /** A row's item; undefined while it loads. */
  itemAt: (index: number) => T | undefined;
  getKey: (item: T) => string;
  /** The row whose panel is open. */
  selectedKey?: string | null | undefined;
  rowHeight?: number;
  /** The height of a heading; that of other rows by default. */
  headingHeight?: number;
  onOpen?: (item: T) => void;
  /** Gives each row a checkbox, and the keys and clicks that select. */
  selection?: ListSelection<T> | undefined;
  /** Gives each row a menu: by right click, by its button, and by the keyboard’s own keys for it. */
  menu?: ListMenu<T> | undefined;
  /** The row at the top when the list appears. */
  initialRow?: number;
  /** Says which rows are in view. */
  onView?: (first: number, last: number) => void;
  /** There are rows beyond those known. */
  hasMore?: boolean;
  /** Returns what a row shows that is a heading of those below it; null for the others. */
  heading?: ((item: T) => ReactNode) | undefined;
  /** Whether the columns have no visible headings. */
  hasNoHead?: boolean;
}

type Label = ((item: unknown) => string) | undefined;

/**
 * A table of any length: only the rows in view exist. Arrows, Home, End and Page keys move, Enter opens. Space opens as well, or selects
 * where rows can be selected.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, columns, count, itemAt, getKey, selectedKey, rowHeight = 36, onOpen, selection, menu, onView, hasMore = false } = props;
  const { heading, headingHeight = rowHeight, hasNoHead = false } = props;
  const headingAt = (index: number) => {
    const item = itemAt(index);
    return heading === undefined || item === undefined ? null : heading(item);
  };
  const withItem = (index: number, use: ((item: T) => void) | undefined) => {
    const item = itemAt(index);
    if (item !== undefined) use?.(item);
  };
  const rows = useVirtualRows({
    count,
    rowHeight,
    headerHeight: hasNoHead ? 0 : headHeight,
    headingHeight,
    isHeading: heading && ((index) => headingAt(index) !== null),
    initialRow: props.initialRow,
    selection: selection && { ...selection, onToggle: (index) => withItem(index, (item) => selection.onToggle(index, item)) },
    onOpen: onOpen && ((index) => withItem(index, onOpen)),
    onMenu: menu && ((index, row) => withItem(index, (item) => menu.onOpen(item, placeBelow(row)))),
  });
  const clicks = useRowClicks(props);
  const openedKey = menu && menu.opened !== null ? getKey(menu.opened) : null;
  const visible = rows.virtualizer.getVirtualItems();
  useView(rows.virtualizer.range, onView);
  const widths = props.template ?? columns.map((column) => column.width).join(' ');
  const template = [selection && selectWidth, widths, menu && menuWidth].filter(Boolean).join(' ');
  const cells = columns.length + (selection ? 1 : 0) + (menu ? 1 : 0);
  return (
    <div ref={rows.scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element */}
      <div
        role="grid"
        data-results=""
        aria-label={label}
        aria-multiselectable={selection ? true : undefined}
        aria-rowcount={hasMore ? -1 : count + 1}
        className={styles.rows}
        style={listStyle(rows.virtualizer.getTotalSize(), template)}
        onKeyDown={rows.onKeyDown}
        onFocus={rows.onFocus}
        {...clicks}
      >
        {!hasNoHead && <HeadRow columns={columns} selection={selection} hasMenu={menu !== undefined} />}
        {visible.map(({ index, start }) => {
          const item = itemAt(index);
          const place = { index, start, rowHeight, focusable: index === rows.active };
          if (item === undefined) return <WaitingRow key={index} columns={cells} {...place} />;
          const title = headingAt(index);
          if (title !== null) return <HeadingRow key={index} index={index} start={start} rowHeight={headingHeight} title={title} />;
          const isOpen = getKey(item) === selectedKey;
          const isChecked = selection?.has(item);
          return (
            <ItemRow
              key={index}
              item={item}
              columns={columns as readonly Column<unknown>[]}
              current={isOpen}
              selected={selection === undefined || selection.isEmpty ? isOpen : isChecked === true}
              checked={isChecked}
              selectLabel={selection?.label as Label}
              menuLabel={menu?.label as Label}
              menuOpen={getKey(item) === openedKey}
              {...place}
            />
          );
        })}
      </div>
    </div>
  );
}

interface HeadRowProps<T> {
  columns: readonly Column<T>[];
  selection: ListSelection<T> | undefined;
  hasMenu: boolean;
}

function HeadRow<T>({ columns, selection, hasMenu }: HeadRowProps<T>) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the header row has no action
    <div role="row" aria-rowindex={1} className={cx(styles.row, styles.head)} style={rowStyle(headHeight)}>
      {selection !== undefined && (
        <HeadCell label={selection.head === undefined ? t('ui.list.selected') : undefined} className={selection.head && styles.select}>
          {selection.head !== undefined && <SelectAll {...selection.head} onAll={selection.onAll} />}
        </HeadCell>
      )}
      {columns.map((column) => (
        <HeadCell key={column.id} label={column.label} sort={column.sort}>
          {column.header}
        </HeadCell>
      ))}
      {hasMenu && <HeadCell label={t('ui.list.actions')} />}
    </div>
  );
}

/** Selects all rows, or none once any are selected. */
function SelectAll({ checked, onAll, onClear }: NonNullable<ListSelection<unknown>['head']> & { onAll: () => void }) {
  const { t } = useMessages();
  return (
    // biome-ignore lint/a11y/useSemanticElements: looks like the checkboxes of the rows
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={t('ui.list.select-all')}
      className={styles.checkbox}
      onClick={checked === false ? onAll : onClear}
    />
  );
}

interface HeadCellProps {
  label: string | undefined;
  sort?: Column<unknown>['sort'];
  className?: string | undefined;
  children?: ReactNode;
}

function HeadCell({ label, sort, className, children }: HeadCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the header row has no action
    <div role="columnheader" aria-sort={sort} className={cx(styles.cell, styles.headCell, className)}>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
      {children}
    </div>
  );
}

/** The columns are set once for all rows, so that a width can change while it is dragged. */
function listStyle(height: number, template: string): CSSProperties & { '--list-columns': string } {
  return { height, '--list-columns': template };
}

function useView(
  range: { startIndex: number; endIndex: number } | null,
  onView: ((first: number, last: number) => void) | undefined,
): void {
  const first = range?.startIndex;
  const last = range?.endIndex;
  useEffect(() => {
    if (first !== undefined && last !== undefined) onView?.(first, last);
  }, [first, last, onView]);
}
