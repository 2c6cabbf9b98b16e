import { useQueryClient } from '@tanstack/react-query';
import { byteOrderMark } from '#contract/export/csv.ts';
import type { Job } from '#contract/jobs/job.ts';
import { pendingOf, totalOf } from '#contract/jobs/job-counts.ts';
import { api } from '#data/api.ts';
import type { reportOf } from '#lib/errors/error-text.ts';
import { offerDownload } from '#lib/offer-download.ts';
import { useAction } from '#lib/use-action.ts';
import { useFailureToast } from '#lib/use-failure-toast.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { useConfirmedJobs } from '#window/open-dialogs.ts';
import { jobButton, jobQuestion, targetCount } from './job-sentences';
import { useJobNames } from './job-title';

/** The keys of the lists of jobs, and of what is read of single ones. */
export const jobsKey = ['jobs'] as const;

/** Returns what can be done with a job. Failures are shown as toasts, and each call is made once at a time. */
export function useJobCalls(job: Job) {
  const client = useQueryClient();
  const names = useJobNames(job.connectionId, job.action);
  const show = useToasts((state) => state.show);
  const fail = useFailureToast();
  const { id, connectionId, action, counts } = job;
  const onFailure = (report: ReturnType<typeof reportOf>) => {
    if (report.code !== 'cancelled') fail(report);
  };
  const renew = () =>
    Promise.all([client.invalidateQueries({ queryKey: jobsKey }), client.invalidateQueries({ queryKey: ['job-rows', id] })]);
  /** The confirmation that the connection requires is about the rows that are sent. */
  const confirmed = (count: number, call: () => Promise<null>) => {
    const title = (messages: Parameters<typeof jobQuestion>[0]) => jobQuestion(messages, action, count, names);
    return useConfirmedJobs.getState().during(id, { connectionId, title, button: (messages) => jobButton(messages, action) }, call);
  };
  const changing = useAction(
    async (change: 'pause' | 'resume' | 'cancel' | 'retry') => {
      if (change === 'pause') await api.jobs.pause({ id });
      else if (change === 'cancel') await api.jobs.cancel({ id });
      else if (change === 'resume') {
        // One that only waits for a confirmation is active, and asks for it as it goes on.
        if (job.state === 'active') await api.jobs.pause({ id });
        await confirmed(pendingOf(counts), () => api.jobs.resume({ id }));
      } else await confirmed(counts.failed + pendingOf(counts), () => api.jobs.retryFailed({ id }));
      await renew();
    },
    { onFailure },
  );
  const checking = useAction(
    async () => {
      const { known, left } = await api.jobs.checkUnknown({ id });
      await renew();
      show({ tone: left === 0 ? 'good' : 'neutral', title: ({ t }) => t('jobs.checked', { known, left }) });
    },
    { onFailure },
  );
  const exporting = useAction(
    async () => {
      const parts: string[] = [byteOrderMark];
      for (let after: number | null = -1; after !== null; ) {
        const { text, next }: { text: string; next: number | null } = await api.jobs.exportPage({ id, after });
        parts.push(text);
        after = next;
      }
      offerDownload('job-results.csv', 'text/csv', ...parts);
      show({
        tone: 'good',
        title: (messages) => messages.t('jobs.exported', { targets: targetCount(messages, action, totalOf(counts)) }),
        isNoChange: true,
      });
    },
    { onFailure },
  );
  return { names, changing, checking, exporting, renew };
}
