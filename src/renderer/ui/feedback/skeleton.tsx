import type { CSSProperties } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { headHeight, menuWidth, selectWidth } from '../data/list/list-measures';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './skeleton.module.css';

interface SkeletonProps {
  width?: number | string;
  height?: number;
  circle?: boolean;
  className?: string;
}

/** A placeholder while something loads. Put `LoadingStatus` beside a group of them. */
export function Skeleton({ width = '100%', height, circle = false, className }: SkeletonProps) {
  return <span aria-hidden="true" className={cx(styles.skeleton, circle && styles.circle, className)} style={{ width, height }} />;
}

/** Says to screen readers that something is loading. */
export function LoadingStatus() {
  const { t } = useMessages();
  return <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>;
}

const widths = ['58%', '44%', '66%', '50%', '38%', '61%'];

interface SkeletonRowsProps {
  count?: number;
  rowHeight?: number;
  avatar?: boolean;
  /** The widths of the columns of a list with a menu: of an avatar, a name, and two more. */
  template?: string | undefined;
  /** Whether the rows begin with a checkbox, which takes the place of the avatar. */
  hasSelection?: boolean;
}

interface SkeletonTableProps extends SkeletonRowsProps {
  /** The height of the head in pixels. */
  head?: number;
}

/** A loading list with a head. It fills its parent, as the list does, and doesn't scroll. */
export function SkeletonTable({ head = headHeight, ...rows }: SkeletonTableProps) {
  return (
    <div className={styles.table}>
      <div className={styles.head} style={{ height: head }} />
      <SkeletonRows {...rows} />
    </div>
  );
}

/** A loading list without a head: rows with an avatar, a text and two columns. */
export function SkeletonRows({ count = 12, rowHeight = 36, avatar = true, template, hasSelection = false }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, at) => widths[at % widths.length]);
  return (
    <div className={styles.rows} style={rowsStyle(rowHeight, hasSelection ? `${selectWidth} ${template}` : template)}>
      <LoadingStatus />
      {rows.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other key and are never reordered
        <div key={at} className={cx(styles.row, template !== undefined && styles.inColumns)}>
          {avatar && <Skeleton circle width={24} height={24} />}
          <span style={{ flex: 1 }}>
            <Skeleton width={width ?? '50%'} />
          </span>
          <Skeleton width={76} />
          <Skeleton width={92} />
        </div>
      ))}
    </div>
  );
}

function rowsStyle(height: number, template: string | undefined): CSSProperties & Readonly<Record<`--${string}`, string>> {
  return { '--row-height': `${height}px`, '--list-columns': `${template} ${menuWidth}` };
}
