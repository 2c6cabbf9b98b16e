import { type ComponentProps, type CSSProperties, memo, type ReactNode, useEffect } from 'react';
import { cx } from '../../lib/class-names';
import { Skeleton } from '../feedback/skeleton';
import { VisuallyHidden } from '../layout/visually-hidden';
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
}

interface VirtualListProps<T> {
  /** Names the list for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  /** Rows known so far. */
  count: number;
  /** A row's item; undefined while it loads. */
  itemAt: (index: number) => T | undefined;
  getKey: (item: T) => string;
  /** The row whose panel is open. */
  selectedKey?: string | null | undefined;
  rowHeight?: number;
  onOpen?: (item: T) => void;
  /** Says which rows are in view. */
  onView?: (first: number, last: number) => void;
  /** There are rows beyond those known. */
  hasMore?: boolean;
}

const headHeight = 30;

/** A table of any length: only the rows in view exist. Arrows, Home, End and Page keys move, Enter and Space open. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, columns, count, itemAt, getKey, selectedKey, rowHeight = 36, onOpen, onView, hasMore = false } = props;
  const rows = useVirtualRows({
    count,
    rowHeight,
    headerHeight: headHeight,
    onOpen: (index) => {
      const item = itemAt(index);
      if (item !== undefined) onOpen?.(item);
    },
  });
  const visible = rows.virtualizer.getVirtualItems();
  useView(rows.virtualizer.range, onView);
  const template = columns.map((column) => column.width).join(' ');
  return (
    <div ref={rows.scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : count + 1}
        className={styles.rows}
        style={{ height: rows.virtualizer.getTotalSize() }}
        onKeyDown={rows.onKeyDown}
      >
        <HeadRow columns={columns} template={template} />
        {visible.map(({ index, start }) => {
          const item = itemAt(index);
          const place = { index, start, template, rowHeight, focusable: index === rows.active, onFocus: rows.setActive };
          if (item === undefined) return <WaitingRow key={index} columns={columns.length} {...place} />;
          return (
            <ItemRow
              key={index}
              item={item}
              columns={columns as readonly Column<unknown>[]}
              selected={getKey(item) === selectedKey}
              onOpen={onOpen as ((item: unknown) => void) | undefined}
              {...place}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowPlace {
  index: number;
  start: number;
  template: string;
  rowHeight: number;
  focusable: boolean;
  onFocus: (index: number) => void;
}

interface ItemRowProps extends RowPlace {
  item: unknown;
  columns: readonly Column<unknown>[];
  selected: boolean;
  onOpen: ((item: unknown) => void) | undefined;
}

/** Drawn again only when something of it changed: scrolling past thousands of rows must stay cheap. */
const ItemRow = memo(function ItemRow({ item, columns, selected, onOpen, ...place }: ItemRowProps) {
  return (
    <RowFrame {...place} aria-selected={selected} onClick={() => onOpen?.(item)}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
        // biome-ignore lint/a11y/useFocusableInteractive: only the row is focusable
        <div key={column.id} role="gridcell" className={cx(styles.cell, column.numeric && styles.numeric)}>
          {column.cell(item)}
        </div>
      ))}
    </RowFrame>
  );
});

/** A row whose page is loading. */
function WaitingRow({ columns, ...place }: RowPlace & { columns: number }) {
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
function RowFrame({ index, start, template, rowHeight, focusable, onFocus, ...rest }: RowPlace & Omit<ComponentProps<'div'>, 'onFocus'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    <div
      {...rest}
      role="row"
      data-row={index}
      tabIndex={focusable ? 0 : -1}
      aria-rowindex={index + 2}
      className={cx(styles.row, styles.item)}
      style={rowStyle(template, rowHeight, start)}
      onFocus={() => onFocus(index)}
    />
  );
}

function HeadRow<T>({ columns, template }: { columns: readonly Column<T>[]; template: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the header row has no action
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

function useView(
  range: { startIndex: number; endIndex: number } | null,
  onView: ((first: number, last: number) => void) | undefined,
): void {
  const first = range?.startIndex ?? 0;
  const last = range?.endIndex ?? 0;
  useEffect(() => onView?.(first, last), [first, last, onView]);
}
