import { useEffect, useState } from 'react';
import type { Job, RunningJob } from '#contract/jobs/job.ts';
import { durationText } from '#lib/intl/duration-text.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { endedOf, type ProgressSample, paceOf, pendingOf, totalOf, withSample } from './job-counts';
import styles from './jobs.module.css';

interface JobProgressProps {
  job: Pick<Job, 'counts' | 'state'>;
  /** Names the bar for screen readers. */
  label: string;
}

/** How many rows of a job have a result, and how many of those failed. */
export function JobProgressBar({ job: { counts, state }, label }: JobProgressProps) {
  const total = Math.max(1, totalOf(counts));
  const bad = counts.failed + counts.unknown;
  const tone = state === 'active' ? 'active' : state === 'done' ? 'done' : 'still';
  const ended = endedOf(counts);
  return (
    <div className={styles.bar} role="progressbar" aria-label={label} aria-valuenow={ended} aria-valuemin={0} aria-valuemax={total}>
      <span className={styles.part} data-tone={tone} style={{ width: `${((ended - bad) / total) * 100}%` }} />
      {bad > 0 && <span className={styles.part} data-tone="bad" style={{ width: `${(bad / total) * 100}%`, minWidth: 4 }} />}
    </div>
  );
}

/** How many rows there are in each state, and how long the others will take. */
export function JobFigures({ job }: { job: RunningJob }) {
  const { t, locale } = useMessages();
  const { counts } = job;
  const shown = (count: number) => formatNumber(count, locale);
  return (
    <p className={styles.figures}>
      <strong>{t('jobs.figures', { ended: shown(endedOf(counts)), total: shown(totalOf(counts)) })}</strong>
      {(['done', 'skipped'] as const).map(
        (state) => counts[state] > 0 && <span key={state}>{t(`jobs.count.${state}`, { shown: shown(counts[state]) })}</span>,
      )}
      {(['failed', 'unknown'] as const).map(
        (state) =>
          counts[state] > 0 && (
            <span key={state} className={styles.bad}>
              {t(`jobs.count.${state}`, { shown: shown(counts[state]) })}
            </span>
          ),
      )}
      <span className={styles.end}>{useTimeLeft(job)}</span>
    </p>
  );
}

/** Returns the pace of a job that goes on, and about how long it will take; nothing while that isn't known. */
function useTimeLeft({ counts, pause }: RunningJob): string {
  const { t, locale } = useMessages();
  const ended = endedOf(counts);
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  useEffect(() => {
    setSamples((known) => (pause === null ? withSample(known, { millis: performance.now(), ended }) : []));
  }, [ended, pause]);
  const pace = pause === null ? paceOf(samples) : null;
  if (pace === null) return '';
  const left = durationText((pendingOf(counts) / pace) * 1_000, locale);
  return t('jobs.pace', { pace: formatNumber(pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace), locale), time: left });
}
