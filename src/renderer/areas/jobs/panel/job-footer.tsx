import { Download, RotateCw, SearchCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Job } from '#contract/jobs/job.ts';
import { useForbiddenReason } from '#data/policy.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { asRunning } from '#parts/jobs/job-buttons.tsx';
import { pendingOf } from '#parts/jobs/job-counts.ts';
import { useJobCalls } from '#parts/jobs/use-job-calls.ts';
import { Button } from '#ui/inputs/button.tsx';
import styles from './panel.module.css';
import { UndoJobDialog } from './undo-job-dialog';

/** What can be done with a job and its results. */
export function JobFooter({ job }: { job: Job }) {
  const { t, locale } = useMessages();
  const { changing, checking, exporting } = useJobCalls(job);
  const readOnly = useReadOnlyReason(job.connectionId);
  const forbidden = useForbiddenReason('export');
  const [isUndoing, setUndoing] = useState(false);
  const { counts, state, undoneBy } = job;
  const hasEnded = asRunning(job) === null;
  // Rows that a canceled or stopped job didn't send are sent as well.
  const again = counts.failed + (hasEnded ? pendingOf(counts) : 0);
  const canRetry = again > 0 && (hasEnded || state === 'paused');
  return (
    <footer className={styles.footer}>
      {canRetry && (
        <Button
          icon={RotateCw}
          busy={changing.pending?.[0] === 'retry'}
          disabledReason={readOnly}
          onClick={() => void changing.run('retry')}
        >
          {t(counts.failed === again ? 'jobs.retry' : 'jobs.retry.rest', { count: again, shown: formatNumber(again, locale) })}
        </Button>
      )}
      {counts.unknown > 0 && (
        <Button icon={SearchCheck} busy={checking.isPending} onClick={() => void checking.run()}>
          {t('jobs.check.count', { count: counts.unknown, shown: formatNumber(counts.unknown, locale) })}
        </Button>
      )}
      {hasEnded && counts.done > 0 && undoneBy === null && (
        <Button icon={Undo2} disabledReason={readOnly} onClick={() => setUndoing(true)}>
          {t('jobs.undo')}
        </Button>
      )}
      <Button
        variant="plain"
        icon={Download}
        className={styles.end}
        busy={exporting.isPending}
        disabledReason={forbidden}
        onClick={() => void exporting.run()}
      >
        {t('jobs.export')}
      </Button>
      {isUndoing && <UndoJobDialog job={job} onClose={() => setUndoing(false)} />}
    </footer>
  );
}
