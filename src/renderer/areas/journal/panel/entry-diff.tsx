import { useMemo } from 'react';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ChangeBox } from '#parts/journal/change-box.tsx';
import { changesOf } from '#parts/journal/entry-changes.ts';
import styles from './panel.module.css';

/** What an entry changed, a box for each field. In privacy mode, all values are concealed. */
export function EntryDiff({ entry }: { entry: JournalEntry }) {
  const { t } = useMessages();
  const { changes, unchanged, isOldKnown } = useMemo(() => changesOf(entry), [entry]);
  if (changes.length === 0 && unchanged === 0) return null;
  return (
    <div className={styles.changes}>
      {changes.map((change) => (
        <ChangeBox key={change.field ?? ''} change={change} />
      ))}
      {changes.length === 0 && <p className={styles.quiet}>{t('journal.diff.none')}</p>}
      {changes.length > 0 && unchanged > 0 && <p className={styles.quiet}>{t('journal.diff.unchanged', { count: unchanged })}</p>}
      {!isOldKnown && changes.length > 0 && entry.actor.kind !== 'none' && <p className={styles.quiet}>{t('journal.diff.unknown')}</p>}
    </div>
  );
}
