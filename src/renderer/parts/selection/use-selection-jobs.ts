import type { JobScope, JobTarget } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { JobNames } from '#parts/jobs/job-sentences.ts';
import { useJobPreview } from '#parts/jobs/preview/use-job-preview.ts';
import { useOfflineReason } from '#parts/local-index/use-offline-reason.ts';
import type { Selection } from './use-selection';

export interface SelectionJobs {
  /** Why nothing can be done with the selected items now. */
  readonly disabledReason: string | undefined;
  /** Shows what an action would do, from where it can be started. */
  readonly preview: (action: RequestedAction, names?: JobNames) => void;
}

interface SelectionScope {
  connectionId: string;
  selection: Pick<Selection<unknown>, 'isReading'>;
  scope: () => JobScope;
  onClear: () => void;
}

/** Returns what can be done with the selected items as a job. Once one was started, nothing is selected. */
export function useSelectionJobs({ connectionId, selection, scope, onClear }: SelectionScope): SelectionJobs {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(connectionId);
  const offline = useOfflineReason(connectionId);
  const { open } = useJobPreview();
  return {
    disabledReason: readOnly ?? offline ?? (selection.isReading ? t('ui.loading') : undefined),
    preview: (action, names) => open({ connectionId, scope: scope(), action, names, onStarted: onClear }),
  };
}

/** Returns the selected items as the rows of a job. `of` is the ID of what they belong to. */
export function selectedTargets({ items }: Pick<Selection<unknown>, 'items'>, of: string | null = null): JobScope {
  return { kind: 'targets', targets: [...items.keys()].map((id): JobTarget => ({ id, of })) };
}
