import type { RunningJob } from '#contract/jobs/job.ts';
import { cx } from '#lib/class-names.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { JobButtons } from '#parts/jobs/job-buttons.tsx';
import { totalOf } from '#parts/jobs/job-counts.ts';
import { JobIcon } from '#parts/jobs/job-icon.tsx';
import { JobFigures, JobProgressBar } from '#parts/jobs/job-progress.tsx';
import { jobTitle, pauseText, targetCount } from '#parts/jobs/job-sentences.ts';
import { JobTitle, useJobNames } from '#parts/jobs/job-title.tsx';
import { Badge } from '#ui/data/badge.tsx';
import styles from '../jobs.module.css';

interface ActiveJobsProps {
  jobs: readonly RunningJob[];
  openId: string | undefined;
  /** Whether nothing is listed below. */
  isAlone: boolean;
  showsConnection: boolean;
  onOpen: (id: string) => void;
}

/** Jobs that haven't ended, in the order in which they are run. */
export function ActiveJobs({ jobs, openId, isAlone, showsConnection, onOpen }: ActiveJobsProps) {
  const { t, locale } = useMessages();
  return (
    <section className={cx(styles.active, isAlone && styles.alone)} aria-labelledby="active-jobs">
      <h2 id="active-jobs" className={styles.heading}>
        {t('jobs.active')} <span className={styles.quiet}>{formatNumber(jobs.length, locale)}</span>
      </h2>
      <ul className={styles.cards}>
        {jobs.map((job) => (
          <ActiveJob key={job.id} job={job} isOpen={job.id === openId} showsConnection={showsConnection} onOpen={() => onOpen(job.id)} />
        ))}
      </ul>
    </section>
  );
}

interface ActiveJobProps extends Pick<ActiveJobsProps, 'showsConnection'> {
  job: RunningJob;
  isOpen: boolean;
  onOpen: () => void;
}

function ActiveJob({ job, isOpen, showsConnection, onOpen }: ActiveJobProps) {
  const messages = useMessages();
  const { action, counts, connectionId } = job;
  const names = useConnectionNames();
  const title = jobTitle(messages, action, useJobNames(connectionId, action));
  return (
    <li className={styles.card} data-open={isOpen || undefined}>
      <div className={styles.line}>
        <JobIcon action={action} />
        <button type="button" className={styles.name} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
          <JobTitle job={job} />
        </button>
        <span className={styles.quiet}>{targetCount(messages, action, totalOf(counts))}</span>
        {showsConnection && <span className={styles.quiet}>{names.get(connectionId)}</span>}
        <JobPauseBadge job={job} />
        <span className={styles.buttons}>
          <JobButtons job={job} />
        </span>
      </div>
      {job.pause !== 'queued' && (
        <>
          <JobProgressBar job={job} label={title} />
          <JobFigures job={job} />
        </>
      )}
    </li>
  );
}

/** Why a job doesn't go on; nothing while it does. */
export function JobPauseBadge({ job: { pause, pausedUntilMillis, state } }: { job: RunningJob }) {
  const messages = useMessages();
  const now = useServiceNow();
  const reason = pause ?? (state === 'paused' ? 'user' : null);
  if (reason === null) return null;
  return <Badge tone={reason === 'queued' ? 'neutral' : 'warn'}>{pauseText(messages, reason, pausedUntilMillis, now())}</Badge>;
}
