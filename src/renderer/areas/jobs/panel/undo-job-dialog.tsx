import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Job, JobPreview } from '#contract/jobs/job.ts';
import { api } from '#data/api.ts';
import { startJob, useOwnPreview } from '#data/jobs.ts';
import { useConnection } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { jobButton, jobQuestion } from '#parts/jobs/job-sentences.ts';
import { firstOptions } from '#parts/jobs/preview/estimate.ts';
import { PreviewCounts } from '#parts/jobs/preview/preview-counts.tsx';
import { PreviewOptions } from '#parts/jobs/preview/preview-options.tsx';
import { PreviewRows } from '#parts/jobs/preview/preview-rows.tsx';
import { useJobCalls } from '#parts/jobs/use-job-calls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useConfirmedJobs } from '#window/open-dialogs.ts';
import styles from './panel.module.css';

interface UndoJobDialogProps {
  job: Job;
  onClose: () => void;
}

/** What undoing a job would send. It is a separate job, for the rows that were done and are as the job left them. */
export function UndoJobDialog({ job, onClose }: UndoJobDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const { connectionId } = job;
  const { names, renew } = useJobCalls(job);
  const connection = useConnection(connectionId);
  const { state, keep, again } = useOwnPreview(() => api.jobs.previewUndo({ id: job.id }));
  const [options, setOptions] = useState(firstOptions);
  const starting = useAction(
    async (preview: JobPreview) => {
      const title = (of: Translator) => jobQuestion(of, preview.action, preview.toSend, names);
      const button = (of: Translator) => jobButton(of, preview.action);
      await useConfirmedJobs.getState().during(preview.id, { connectionId, title, button }, () => startJob(preview, options));
      keep();
      await renew();
    },
    { onDone: onClose, toastsLate: true },
  );
  const preview = state.kind === 'ready' ? state.preview : null;
  const failure = state.kind === 'failed' ? state.report : null;
  const cannot = failure?.code === 'object-gone' || preview?.toSend === 0;
  const canStart = preview !== null && preview.toSend > 0;
  const footer = (
    <>
      <Button onClick={onClose}>{t(failure !== null || cannot ? 'ui.close' : 'ui.cancel')}</Button>
      {failure === null && !cannot && (
        <Button
          variant="primary"
          busy={starting.isPending}
          disabledReason={canStart ? undefined : t('jobs.preview.loading')}
          onClick={() => canStart && void starting.run(preview)}
        >
          {t('jobs.undo.start')}
        </Button>
      )}
    </>
  );
  const title = canStart ? jobQuestion(messages, preview.action, preview.toSend, names) : t('jobs.undo');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t('jobs.undo.text')}
      width={600}
      environment={connection?.environment}
      footer={footer}
    >
      <div className={styles.parts}>
        {state.kind === 'loading' && (
          <>
            <LoadingStatus />
            <Skeleton height={58} />
            <Skeleton height={160} />
          </>
        )}
        {cannot && <EmptyState icon={Undo2} title={t('jobs.undo.none')} text={t('jobs.undo.none.text')} />}
        {failure !== null && !cannot && <ErrorState report={failure} onRetry={again} />}
        {canStart && (
          <>
            <PreviewCounts rows="targets" preview={preview} />
            <PreviewRows preview={preview} />
            <PreviewOptions preview={preview} options={options} onChange={setOptions} />
            {starting.failure !== null && starting.failure.code !== 'cancelled' && <ErrorCallout report={starting.failure} />}
          </>
        )}
      </div>
    </Dialog>
  );
}
