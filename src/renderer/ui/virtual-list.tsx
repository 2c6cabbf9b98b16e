import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { cx } from '../lib/class-names';
import { useVirtualRows } from './use-virtual-rows';
import styles from './virtual-list.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface Column<T> {
  id: string;
  /** The heading; a column of pictures has an empty one and `label` for screen readers. */
  header: ReactNode;
  label?: string;
  /** As in `grid-template-columns`: `104px`, `minmax(200px, 1fr)`. */
  width: string;
  cell: (item: T) => ReactNode;
  /** Times and numbers, whose digits should stand in columns. */
  numeric?: boolean;
}

interface VirtualListProps<T> {
  /** Names the list for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  getKey: (item: T) => string;
  /** The row whose panel is open. */
  selectedKey?: string | null | undefined;
  rowHeight?: number;
  onOpen?: (item: T) => void;
  /** Space; opens where there is nothing to select. */
  onToggle?: (item: T) => void;
  /** The last rows came into view: time to read the next page. */
  onEndReached?: () => void;
  /** How many rows there are in all, where that is known; else -1. */
  total?: number;
}

const headHeight = 30;

/** A table of any length: only the rows in view exist. Arrows, Home, End and Page keys move, Enter opens, Space selects. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, columns, items, getKey, selectedKey, rowHeight = 36, onOpen, onToggle, onEndReached, total } = props;
  const at = (index: number, run: ((item: T) => void) | undefined) => {
    const item = items[index];
    if (item !== undefined) run?.(item);
  };
  const rows = useVirtualRows({
    count: items.length,
    rowHeight,
    headerHeight: headHeight,
    initialIndex: Math.max(
      0,
      items.findIndex((item) => getKey(item) === selectedKey),
    ),
    onOpen: onOpen && ((index) => at(index, onOpen)),
    onToggle: onToggle && ((index) => at(index, onToggle)),
  });
  const visible = rows.virtualizer.getVirtualItems();
  useEndReached(rows.virtualizer.range?.endIndex ?? -1, items.length, onEndReached);
  const template = columns.map((column) => column.width).join(' ');
  return (
    <div ref={rows.scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={total === undefined ? items.length + 1 : total < 0 ? -1 : total + 1}
        className={styles.rows}
        style={{ height: rows.virtualizer.getTotalSize() }}
        onKeyDown={rows.onKeyDown}
      >
        <HeadRow columns={columns} template={template} />
        {visible.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const key = getKey(item);
          return (
            <ItemRow
              key={key}
              item={item}
              columns={columns}
              index={index}
              focusable={index === rows.active}
              selected={key === selectedKey}
              style={rowStyle(template, rowHeight, start)}
              onFocus={() => rows.setActive(index)}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

interface ItemRowProps<T> {
  item: T;
  columns: readonly Column<T>[];
  index: number;
  focusable: boolean;
  selected: boolean;
  style: CSSProperties;
  onFocus: () => void;
  onOpen: ((item: T) => void) | undefined;
}

function ItemRow<T>({ item, columns, index, focusable, selected, style, onFocus, onOpen }: ItemRowProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its rows
    <div
      role="row"
      data-row={index}
      tabIndex={focusable ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={cx(styles.row, styles.item)}
      style={style}
      onFocus={onFocus}
      onClick={() => onOpen?.(item)}
    >
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus
        <div key={column.id} role="gridcell" className={cx(styles.cell, column.numeric && styles.numeric)}>
          {column.cell(item)}
        </div>
      ))}
    </div>
  );
}

function HeadRow<T>({ columns, template }: { columns: readonly Column<T>[]; template: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to do with the heading
    <div role="row" aria-rowindex={1} className={cx(styles.row, styles.head)} style={rowStyle(template, headHeight)}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div key={column.id} role="columnheader" className={styles.cell}>
          {column.label !== undefined && <VisuallyHidden>{column.label}</VisuallyHidden>}
          {column.header}
        </div>
      ))}
    </div>
  );
}

function rowStyle(template: string, height: number, start?: number): CSSProperties {
  return { gridTemplateColumns: template, height, ...(start === undefined ? {} : { transform: `translateY(${start}px)` }) };
}

const lookAhead = 20;

function useEndReached(lastVisible: number, count: number, onEndReached: (() => void) | undefined): void {
  useEffect(() => {
    if (count > 0 && lastVisible >= count - lookAhead) onEndReached?.();
  }, [lastVisible, count, onEndReached]);
}
