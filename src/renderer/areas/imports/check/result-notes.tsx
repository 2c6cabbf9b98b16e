import type { CheckResult } from '#contract/imports/check.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import styles from './check.module.css';

/** What is to be known before an import is started. */
export function ResultNotes({ result: { passwords, withoutEmail, comparedWith } }: { result: CheckResult }) {
  const { t, locale } = useMessages();
  const counted = (count: number) => ({ count, shown: formatNumber(count, locale) });
  const notes = [
    passwords.set > 0 && t('imports.note.passwords', counted(passwords.set)),
    passwords.leftOut > 0 && t('imports.note.passwords-left', counted(passwords.leftOut)),
    withoutEmail > 0 && t('imports.note.no-email', counted(withoutEmail)),
    comparedWith === 'index' && t('imports.note.index'),
  ].filter((note) => note !== false);
  return notes.length === 0 ? null : (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
