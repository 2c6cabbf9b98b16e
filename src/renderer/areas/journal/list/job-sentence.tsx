/** One line for the entries of a job: what they did, and to how many. */
import { useMemo } from 'react';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type EntryRow, jobSummary } from '#parts/journal/entry-rows.ts';
import { EntryAbout, EntryMark, EntryTitle } from '#parts/journal/entry-sentence.tsx';
import styles from '../journal.module.css';

interface JobSentenceProps {
  /** The entries of one job. */
  row: EntryRow;
  /** Whether there is little room. */
  isShort: boolean;
}

/** "Granted beta_tester", and the number of users. */
export function JobSentence({ row, isShort }: JobSentenceProps) {
  const { t, locale } = useMessages();
  const { like, users, worst } = useMemo(() => jobSummary([row.entry, ...row.others]), [row]);
  const entries = row.others.length + 1;
  // One user has a name.
  const isOfSeveral = users !== null && users > 1;
  const count = isOfSeveral ? t('journal.job.users', { count: users }) : t('journal.job.entries', { count: entries });
  const isApplied = row.entry.source === 'apply';
  return (
    <>
      {isApplied || like === null ? <span>{t(isApplied ? 'journal.apply' : 'journal.job')}</span> : <EntryTitle entry={like} />}
      {users === 1 && like !== null && !isApplied && <EntryAbout entry={like} />}
      <span className={cx(styles.quiet, styles.count)} {...(isShort ? { title: count, 'aria-label': count, role: 'img' } : {})}>
        {isShort ? formatNumber(isOfSeveral ? users : entries, locale) : count}
      </span>
      {worst !== null && <EntryMark entry={worst} isShort={isShort} />}
    </>
  );
}
