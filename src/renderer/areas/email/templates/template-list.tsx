import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './templates.module.css';

interface TemplateListProps {
  items: readonly { readonly key: string; readonly name: string; readonly note?: ReactNode }[];
  chosen: string | undefined;
  onChoose: (key: string) => void;
  /** What is below the list. */
  children?: ReactNode;
}

/** The templates, one of which is open beside the list. */
export function TemplateList({ items, chosen, onChoose, children }: TemplateListProps) {
  const { t } = useMessages();
  return (
    <nav className={styles.list} aria-label={t('email.template.list')}>
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
