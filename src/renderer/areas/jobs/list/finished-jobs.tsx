import { CircleAlert, CircleCheck, CircleSlash, CircleStop, Undo2 } from 'lucide-react';
import { memo, type Ref, useCallback, useMemo } from 'react';
import type { Job } from '#contract/jobs/job.ts';
import { pendingOf, totalOf } from '#contract/jobs/job-counts.ts';
import { startOfDay, timeNear } from '#lib/intl/days.ts';
import { clockTime, formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { targetCount } from '#parts/jobs/job-sentences.ts';
import { JobTitle } from '#parts/jobs/job-title.tsx';
import { useDayText } from '#parts/journal/use-day-text.ts';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { useNow } from '#ui/data/relative-time.tsx';
import { TwoLineCell } from '#ui/data/two-line-cell.tsx';
import { type Column, VirtualList } from '#ui/data/virtual-list.tsx';
import { ListBody } from '#ui/layout/list-frame.tsx';
import styles from '../jobs.module.css';

type Row = { readonly day: number; readonly count: number } | Job;
const isDay = (row: Row): row is Extract<Row, { day: number }> => 'day' in row;
const keyOf = (row: Row) => (isDay(row) ? `day ${row.day}` : row.id);

/** Rows before the end at which the next page is read. */
const lookAhead = 30;

interface FinishedJobsProps {
  /** Receives the element that has the rows. */
  ref: Ref<HTMLDivElement>;
  /** Newest first. */
  jobs: readonly Job[];
  openId: string | undefined;
  hasMore: boolean;
  showsConnection: boolean;
  onMore: () => void;
  onOpen: (id: string) => void;
}

/** Jobs that ended, by the day when they were started. The progress of others doesn't render it. */
export const FinishedJobs = memo(function FinishedJobs(props: FinishedJobsProps) {
  const { ref, jobs, openId, hasMore, showsConnection, onMore, onOpen } = props;
  const { t, locale } = useMessages();
  const dayText = useDayText();
  const now = useNow();
  const rows = useMemo(() => rowsOf(jobs), [jobs]);
  const columns = useColumns(showsConnection);
  const view = useCallback(
    (_first: number, last: number) => {
      if (hasMore && last >= rows.length - lookAhead) onMore();
    },
    [hasMore, rows.length, onMore],
  );
  return (
    <ListBody>
      <div ref={ref} className={styles.frame}>
        <VirtualList
          label={t('jobs.finished')}
          columns={columns}
          count={rows.length}
          itemAt={(index) => rows[index]}
          getKey={keyOf}
          selectedKey={openId ?? null}
          rowHeight={52}
          headingHeight={30}
          hasNoHead
          hasMore={hasMore}
          heading={(row) =>
            isDay(row) ? (
              <>
                <span>{dayText(row.day, now)}</span>
                <span className={styles.quiet}>{formatNumber(row.count, locale)}</span>
              </>
            ) : null
          }
          onOpen={(row) => !isDay(row) && onOpen(row.id)}
          onView={view}
        />
      </div>
    </ListBody>
  );
});

function rowsOf(jobs: readonly Job[]): readonly Row[] {
  const days = new Map<number, Job[]>();
  for (const job of jobs) {
    const day = startOfDay(job.startedAtMillis);
    days.set(day, [...(days.get(day) ?? []), job]);
  }
  return [...days].flatMap(([day, own]) => [{ day, count: own.length }, ...own]);
}

function useColumns(showsConnection: boolean): Column<Row>[] {
  return useMemo(
    () => [
      { id: 'result', header: null, width: '18px', cell: (row) => !isDay(row) && <ResultIcon job={row} /> },
      {
        id: 'job',
        header: null,
        // Beside an open panel, the text gives way, and not the badge.
        width: 'minmax(80px, 1fr)',
        cell: (row) => !isDay(row) && <JobCell job={row} showsConnection={showsConnection} />,
      },
      { id: 'state', header: null, width: 'max-content', cell: (row) => !isDay(row) && <JobResult job={row} /> },
    ],
    [showsConnection],
  );
}

function ResultIcon({ job: { state, counts, undoes } }: { job: Job }) {
  const isBad = counts.failed + counts.unknown > 0;
  const tone = state === 'done' ? (isBad ? 'bad' : 'good') : 'neutral';
  const icon =
    state === 'stopped' ? CircleStop : state === 'cancelled' ? CircleSlash : isBad ? CircleAlert : undoes === null ? CircleCheck : Undo2;
  return (
    <span className={styles.result} data-tone={tone}>
      <Icon of={icon} size={16} />
    </span>
  );
}

function JobCell({ job, showsConnection }: { job: Job; showsConnection: boolean }) {
  const messages = useMessages();
  const { t, locale } = messages;
  const { startedAtMillis, endedAtMillis, osUser, connectionId } = job;
  const connection = useConnectionNames().get(connectionId) ?? t('journal.connection.removed');
  // The day of the start is in the heading above.
  const end = endedAtMillis === null ? [] : [timeNear(endedAtMillis, startedAtMillis, locale)];
  const times = [clockTime(startedAtMillis, locale), ...end];
  const facts = [...new Set(times)].join(' – ');
  const note = [facts, osUser, showsConnection ? connection : '', countsText(messages, job)].filter((part) => part !== '');
  return (
    <TwoLineCell note={note.join(', ')}>
      <span className={styles.jobName}>
        {job.undoes !== null && <span>{t('jobs.undo-of')} </span>}
        <JobTitle job={job} /> <span className={styles.quiet}>{targetCount(messages, job.action, totalOf(job.counts))}</span>
      </span>
    </TwoLineCell>
  );
}

/** Returns the results of a job's rows that aren't in its badge. */
function countsText({ t, locale }: Translator, { counts }: Job): string {
  const parts = (['done', 'skipped', 'unknown'] as const).flatMap((state) =>
    counts[state] === 0 ? [] : [t(`jobs.count.${state}`, { shown: formatNumber(counts[state], locale) })],
  );
  const pending = pendingOf(counts);
  return [...parts, ...(pending === 0 ? [] : [t('jobs.count.not-sent', { shown: formatNumber(pending, locale) })])].join(', ');
}

/** How a job ended. */
export function JobResult({ job: { state, counts, undoneBy } }: { job: Job }) {
  const { t, locale } = useMessages();
  const shown = formatNumber(counts.failed, locale);
  if (state === 'stopped') return <Badge tone="warn">{t('jobs.result.stopped', { shown, count: counts.failed })}</Badge>;
  if (state === 'cancelled') return <Badge>{t('jobs.result.cancelled')}</Badge>;
  if (counts.failed > 0) return <Badge tone="bad">{t('jobs.count.failed', { shown })}</Badge>;
  if (counts.unknown > 0) return <Badge tone="warn">{t('jobs.count.unknown', { shown: formatNumber(counts.unknown, locale) })}</Badge>;
  if (undoneBy !== null) return <Badge>{t('jobs.result.undone')}</Badge>;
  return <Badge tone="good">{t('jobs.result.done')}</Badge>;
}
