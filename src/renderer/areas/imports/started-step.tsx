import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import type { Job } from '#contract/jobs/job.ts';
import { api } from '#data/api.ts';
import { useRunningJobs } from '#data/jobs.ts';
import { useScope } from '#data/use-scope.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { JobFigures, JobProgressBar } from '#parts/jobs/job-progress.tsx';
import { jobsKey } from '#parts/jobs/use-job-calls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import styles from './imports.module.css';

interface StartedStepProps {
  jobId: string;
  onAgain: () => void;
}

/** The job that an import became, as long as it runs, and where its results are. */
export function StartedStep({ jobId, onAgain }: StartedStepProps) {
  const { t } = useMessages();
  const { connectionId } = useScope();
  const job = useRunningJobs(connectionId).find(({ id }) => id === jobId);
  const ended = useEndedJob(jobId, job !== undefined);
  const buttons = (
    <div className={styles.startedButtons}>
      <Button onClick={onAgain}>{t('imports.again')}</Button>
      <Button variant="primary" onClick={() => openPath(paths.jobs(connectionId, { job: jobId }))}>
        {t('jobs.open')}
      </Button>
    </div>
  );
  return (
    <div className={styles.started}>
      <EmptyState
        icon={CircleCheck}
        title={t(ended === null ? 'imports.started' : 'imports.ended')}
        text={t(ended === null ? 'imports.started.text' : 'imports.ended.text')}
      />
      {ended !== null && <EndedCounts job={ended} />}
      {job !== undefined && (
        <div className={styles.startedJob}>
          <JobProgressBar job={job} label={t('imports.started')} />
          <JobFigures job={job} />
        </div>
      )}
      {buttons}
    </div>
  );
}

/** Returns the job once it has ended; null before. */
function useEndedJob(id: string, isRunning: boolean): Job | null {
  const { data, refetch } = useQuery({ queryKey: [...jobsKey, 'one', id], queryFn: () => api.jobs.read({ id }) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read again when it ends
  useEffect(() => {
    void refetch({ cancelRefetch: false });
  }, [isRunning, refetch]);
  return isRunning || data === undefined || data.endedAtMillis === null ? null : data;
}

/** How many rows of the job ended in which way. */
function EndedCounts({ job: { counts } }: { job: Job }) {
  const { t, locale } = useMessages();
  const texts = (['done', 'skipped', 'failed', 'unknown'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => t(`jobs.count.${state}`, { shown: formatNumber(counts[state], locale) }));
  return <p className={styles.quiet}>{texts.join(' · ')}</p>;
}
