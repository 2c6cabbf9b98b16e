import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Lock } from 'lucide-react';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef } from 'react';
import { isBuiltIn } from '#contract/service/models/permission-ids.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { SkeletonTable } from '#ui/feedback/skeleton.tsx';
import styles from './matrix.module.css';
import type { MatrixColumns } from './matrix-cells';
import { MatrixRow, type RowContent, type VisibleColumn, WaitingMatrixRow } from './matrix-row';
import { type CellPlace, useMatrixFocus } from './use-matrix-focus';

interface MatrixGridProps {
  label: string;
  columns: MatrixColumns;
  /** Rows known so far. */
  count: number;
  hasMore: boolean;
  /** A row's member; undefined while it loads. */
  memberAt: (index: number) => ServerUser | undefined;
  /** Returns what a member's row shows. */
  contentOf: (member: ServerUser) => RowContent;
  /** Why nothing can be changed. */
  disabledReason: string | undefined;
  onToggle: (member: ServerUser, permissionId: string) => void;
  onView: (first: number, last: number) => void;
}

const rowHeight = 40;
const headHeight = 64;
const cellWidth = 79;
const memberWidth = 196;

/** Members as rows and permissions as columns: only the cells in view exist, whatever their number. */
export function MatrixGrid(props: MatrixGridProps) {
  const { label, columns, count, hasMore, memberAt, contentOf, disabledReason, onToggle, onView } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const activeRef = useRef<CellPlace>({ row: 0, column: 0 });
  const { ids } = columns;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: useCallback((range: Range) => withItem(range, activeRef.current.row), []),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cellWidth,
    overscan: 3,
    paddingStart: memberWidth,
    scrollPaddingStart: memberWidth,
    rangeExtractor: useCallback((range: Range) => withItem(range, activeRef.current.column), []),
  });
  const toggle = useStable(({ row, column }: CellPlace) => {
    const member = memberAt(row);
    const id = ids[column];
    if (member !== undefined && id !== undefined && disabledReason === undefined) onToggle(member, id);
  });
  const pageRows = () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
  const focus = useMatrixFocus({ scroller, rows, columns: across, pageRows, onToggle: toggle });
  // The focused cell stays in the page while it is scrolled away, or the focus would be lost.
  activeRef.current = focus.active;
  const { startIndex = 0, endIndex = 0 } = rows.range ?? {};
  useEffect(() => onView(startIndex, endIndex), [startIndex, endIndex, onView]);
  const inView = across.getVirtualItems();
  const visible = useMemo(() => inView.map(({ index, start }) => ({ index, start, id: ids[index] ?? '' })), [inView, ids]);
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : count + 1}
        aria-colcount={ids.length + 1}
        aria-readonly={disabledReason !== undefined || undefined}
        className={styles.grid}
        style={{ width: across.getTotalSize(), height: rows.getTotalSize(), '--member-width': `${memberWidth}px` } as CSSProperties}
        data-results=""
        onKeyDown={focus.onKeyDown}
      >
        <Head columns={columns} visible={visible} />
        {rows.getVirtualItems().map(({ index, start }) => {
          const member = memberAt(index);
          const place = { index, start, columns: visible, firstBuiltIn: columns.firstBuiltIn };
          if (member === undefined) return <WaitingMatrixRow key={index} {...place} />;
          return (
            <MatrixRow
              key={index}
              {...place}
              member={member}
              content={contentOf(member)}
              focusedColumn={focus.active.row === index ? focus.active.column : null}
              isLocked={disabledReason !== undefined}
              onFocus={focus.setActive}
              onToggle={toggle}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The loading members. */
export function MatrixSkeleton() {
  return <SkeletonTable head={headHeight} rowHeight={rowHeight} />;
}

/** Returns a function that stays the same and calls the latest one: rows that show the same aren't drawn again. */
function useStable(action: (place: CellPlace) => void): (place: CellPlace) => void {
  const latest = useRef(action);
  latest.current = action;
  return useCallback((place) => latest.current(place), []);
}

function withItem(range: Range, item: number): number[] {
  const items = defaultRangeExtractor(range);
  return items.includes(item) || item >= range.count ? items : [...items, item].sort((a, b) => a - b);
}

function Head({ columns, visible }: { columns: MatrixColumns; visible: readonly VisibleColumn[] }) {
  const { t } = useMessages();
  const { ids, firstBuiltIn } = columns;
  return (
    // biome-ignore lint/a11y/useSemanticElements: absolutely positioned rows can’t be rows of a table element
    // biome-ignore lint/a11y/useFocusableInteractive: the header row has no action
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height: headHeight }}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      <div role="columnheader" aria-colindex={1} className={styles.memberHead}>
        {t('matrix.member')}
      </div>
      {firstBuiltIn > 0 && (
        <span aria-hidden="true" className={styles.group} style={{ left: memberWidth }}>
          {t('matrix.custom')}
        </span>
      )}
      {firstBuiltIn < ids.length && (
        <span aria-hidden="true" className={styles.group} style={{ left: memberWidth + firstBuiltIn * cellWidth }}>
          <Icon of={Lock} size={11} />
          {t('permissions.built-in')}
        </span>
      )}
      {visible.map(({ index, start, id }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={id}
          role="columnheader"
          aria-colindex={index + 2}
          className={styles.columnHead}
          data-first-built-in={index === firstBuiltIn || undefined}
          style={{ left: start }}
          title={isBuiltIn(id) ? `${id} (${t('permissions.built-in')})` : id}
        >
          <bdi>{withBreaks(id)}</bdi>
        </div>
      ))}
    </div>
  );
}

/** An ID that may break after its separators. */
function withBreaks(id: string): string {
  return id.replace(/[_:.]/g, '$&\u200b');
}
