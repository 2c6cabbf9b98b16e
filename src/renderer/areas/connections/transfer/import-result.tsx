import { CircleCheck, CircleDashed } from 'lucide-react';
import type { SkippedEntry } from '#contract/bridge/skipped-entry.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import styles from './transfer.module.css';

export interface Imported {
  readonly added: readonly string[];
  readonly skipped: readonly SkippedEntry[];
}

/** What came of each entry, and why it was left out where it was. */
export function ImportResult({ imported: { added, skipped } }: { imported: Imported }) {
  const { t } = useMessages();
  const connections = useTopic('connections.list');
  const nameOf = (id: string) => connections.find((connection) => connection.id === id)?.name ?? '';
  return (
    <>
      <p className={styles.summary}>{t('transfer.result', { added: added.length, skipped: skipped.length })}</p>
      {added.length + skipped.length > 0 && (
        <Card role="list" aria-label={t('transfer.result.list')} className={styles.list}>
          {added.map((id) => (
            <CardRow key={id} role="listitem" className={styles.row}>
              <Icon of={CircleCheck} className={styles.added} />
              <bdi className={styles.name}>{nameOf(id)}</bdi>
              <span className={styles.reason}>{t('transfer.result.added')}</span>
            </CardRow>
          ))}
          {skipped.map(({ index, name, reason }) => (
            <CardRow key={index} role="listitem" className={styles.row}>
              <Icon of={CircleDashed} />
              <bdi className={styles.name}>{name ?? t('transfer.result.entry', { number: index + 1 })}</bdi>
              <span className={styles.reason}>{t(`transfer.result.${reason}`)}</span>
            </CardRow>
          ))}
        </Card>
      )}
    </>
  );
}
