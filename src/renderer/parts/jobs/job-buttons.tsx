import { Pause, Play, X } from 'lucide-react';
import { useState } from 'react';
import type { Job, RunningJob } from '#contract/jobs/job.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { pendingOf } from './job-counts';
import { jobTitle, targetCount } from './job-sentences';
import { useJobCalls } from './use-job-calls';

/** Whether a job was paused by the user, or has to be confirmed before it continues. */
function canResume({ state, pause }: RunningJob): boolean {
  return state === 'paused' || pause === 'confirm';
}

/** Pauses, resumes, and cancels a job. */
export function JobButtons({ job }: { job: RunningJob }) {
  const messages = useMessages();
  const { t } = messages;
  const { changing, names } = useJobCalls(job);
  const readOnly = useReadOnlyReason(job.connectionId);
  const [isAsking, setAsking] = useState(false);
  const title = jobTitle(messages, job.action, names);
  const resumes = canResume(job);
  return (
    <>
      <Button
        size="sm"
        icon={resumes ? Play : Pause}
        busy={changing.pending?.[0] === 'pause' || changing.pending?.[0] === 'resume'}
        disabledReason={resumes ? readOnly : undefined}
        aria-label={t(resumes ? 'jobs.resume.of' : 'jobs.pause.of', { title })}
        onClick={() => void changing.run(resumes ? 'resume' : 'pause')}
      >
        {t(resumes ? 'jobs.resume' : 'jobs.pause')}
      </Button>
      <Button size="sm" icon={X} aria-label={t('jobs.cancel.of', { title })} onClick={() => setAsking(true)}>
        {t('ui.cancel')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('jobs.cancel.title')}
        consequence={t('jobs.cancel.text', { targets: targetCount(messages, job.action, pendingOf(job.counts)) })}
        confirmLabel={t('jobs.cancel.action')}
        cancelLabel={t('jobs.cancel.keep')}
        danger
        onConfirm={() => changing.run('cancel')}
      />
    </>
  );
}

/** Returns a job as one that runs, where it hasn't ended. */
export function asRunning(job: Job | RunningJob): RunningJob | null {
  if ('pause' in job) return job;
  return job.state === 'active' || job.state === 'paused' ? { ...job, pause: null, pausedUntilMillis: null } : null;
}
