import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import { PartBoundary } from '../feedback/crash-boundary';
import styles from './virtual-rows.module.css';

interface VirtualRowsProps {
  /** The element that scrolls, around these rows. */
  scroller: RefObject<HTMLDivElement | null>;
  keys: readonly string[];
  /** The height of most rows; a row may be higher. */
  rowHeight: number;
  row: (index: number) => ReactNode;
}

/** Rows of any height in a list of any length: only those in view exist, and the one with the focus. */
export function VirtualRows({ scroller, keys, rowHeight, row }: VirtualRowsProps) {
  const [focused, setFocused] = useState<string | null>(null);
  const kept = focused === null ? -1 : keys.indexOf(focused);
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), kept), [kept]),
  });
  return (
    <div className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: notes which row has the focus; the controls in it are interactive
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          className={styles.row}
          style={{ transform: `translateY(${start}px)` }}
          onFocus={() => setFocused(keys[index] ?? null)}
        >
          <PartBoundary>{row(index)}</PartBoundary>
        </div>
      ))}
    </div>
  );
}

function withRow(rows: number[], row: number): number[] {
  return row < 0 || rows.includes(row) ? rows : [...rows, row].sort((a, b) => a - b);
}
