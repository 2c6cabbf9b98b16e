/** One line for the entries of a job: what they did, and to how many. */
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { jobSummary } from '#parts/journal/entry-rows.ts';
import { EntryMark, EntryTitle } from '#parts/journal/entry-sentence.tsx';
import styles from '../journal.module.css';

interface JobSentenceProps {
  /** Of one job, the newest first. */
  entries: readonly JournalEntry[];
  /** Whether there is little room. */
  isShort: boolean;
}

/** "Granted beta_tester", and the number of users. */
export function JobSentence({ entries, isShort }: JobSentenceProps) {
  const { t, locale } = useMessages();
  const { like, users, worst } = jobSummary(entries);
  const count = users === null ? t('journal.job.entries', { count: entries.length }) : t('journal.job.users', { count: users });
  const isApplied = entries[0]?.source === 'apply';
  return (
    <>
      {isApplied || like === null ? <span>{t(isApplied ? 'journal.apply' : 'journal.job')}</span> : <EntryTitle entry={like} />}
      <span className={cx(styles.quiet, styles.count)} {...(isShort ? { title: count, 'aria-label': count, role: 'img' } : {})}>
        {isShort ? formatNumber(users ?? entries.length, locale) : count}
      </span>
      {worst !== null && <EntryMark entry={worst} isShort={isShort} />}
    </>
  );
}
