import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './source.module.css';

interface SourceListProps {
  /** Names the list for screen readers. */
  label: string;
  items: readonly { readonly key: string; readonly name: string; readonly note?: ReactNode }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  /** What is below the list. */
  children?: ReactNode;
}

/** Templates, themes, or drafts, one of which is open beside the list. */
export function SourceList({ label, items, chosen, onChoose, children }: SourceListProps) {
  return (
    <nav className={styles.list} aria-label={label}>
      <ul>
        {items.map(({ key, name, note }) => (
          <li key={key}>
            <button
              type="button"
              className={cx(styles.item, key === chosen && styles.chosen)}
              aria-current={key === chosen ? 'true' : undefined}
              onClick={() => onChoose(key)}
            >
              <bdi className={styles.name} title={name}>
                {name}
              </bdi>
              {note}
            </button>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
