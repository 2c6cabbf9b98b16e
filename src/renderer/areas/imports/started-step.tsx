import { CircleCheck } from 'lucide-react';
import { useRunningJobs } from '#data/jobs.ts';
import { useScope } from '#data/use-scope.ts';
import { useMessages } from '#lib/use-messages.ts';
import { JobFigures, JobProgressBar } from '#parts/jobs/job-progress.tsx';
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
  const buttons = (
    <div className={styles.startedButtons}>
      <Button onClick={onAgain}>{t('imports.again')}</Button>
      <Button variant="primary" onClick={() => openPath(paths.jobs(connectionId, { job: jobId }))}>
        {t('jobs.preview.view-job')}
      </Button>
    </div>
  );
  return (
    <div className={styles.started}>
      <EmptyState icon={CircleCheck} title={t(job === undefined ? 'imports.ended' : 'imports.started')} text={t('imports.started.text')} />
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
