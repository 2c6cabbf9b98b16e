import { type ReactNode, useState } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '../inputs/button';
import styles from './ranked-list.module.css';

interface RankedItem {
  readonly id: string;
  readonly icon?: ReactNode;
  readonly name: string;
  readonly count: number;
}

interface RankedListProps {
  label: string;
  /** The highest count first. */
  items: readonly RankedItem[];
  /** Number of items to show until the user asks for all. */
  limit: number;
}

/** Items by their count, with a bar behind each that is as long as its share of the highest count. */
export function RankedList({ label, items, limit }: RankedListProps) {
  const { t, locale } = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const max = Math.max(1, ...items.map(({ count }) => count));
  return (
    <div className={styles.frame}>
      <ol className={styles.list} aria-label={label}>
        {(isOpen ? items : items.slice(0, limit)).map(({ id, icon, name, count }) => (
          <li key={id} className={styles.item}>
            <span aria-hidden="true" className={styles.bar} style={{ width: `${(100 * Math.max(count, 0)) / max}%` }} />
            {icon}
            <span className={styles.name} title={name}>
              {name}
            </span>
            <span className={styles.count}>{formatNumber(count, locale)}</span>
          </li>
        ))}
      </ol>
      {items.length > limit && (
        <Button size="sm" variant="plain" aria-expanded={isOpen} className={styles.more} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('chart.fewer') : t('chart.all', { count: items.length })}
        </Button>
      )}
    </div>
  );
}
