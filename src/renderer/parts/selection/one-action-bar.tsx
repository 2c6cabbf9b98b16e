import { Copy, type LucideIcon } from 'lucide-react';
import type { JobScope } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { Button } from '#ui/inputs/button.tsx';
import { SelectionFrame } from './selection-frame';
import type { Selection } from './use-selection';
import { useSelectionJobs } from './use-selection-jobs';

interface OneActionBarProps<T> {
  connectionId: string;
  selection: Selection<T>;
  /** Number of all items of the list. */
  matching: number;
  icon: LucideIcon;
  /** What is done with the selected items. */
  label: string;
  action: RequestedAction;
  scope: () => JobScope;
  /** Why that can’t be done with any of them. */
  lack: string | undefined;
  onAll: () => void;
  onClear: () => void;
}

/** The bar of a list whose items can be ended, and copied. Replaces the toolbar. */
export function OneActionBar<T>({
  connectionId,
  selection,
  matching,
  icon,
  label,
  action,
  scope,
  lack,
  onAll,
  onClear,
}: OneActionBarProps<T>) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const { disabledReason, preview } = useSelectionJobs({ connectionId, selection, scope, onClear });
  return (
    <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
      <Button icon={Copy} onClick={() => copy([...selection.items.keys()].join('\n'))}>
        {t('selection.copy-ids')}
      </Button>
      <Button icon={icon} variant="danger" disabledReason={disabledReason ?? lack} onClick={() => preview(action)}>
        {label}
      </Button>
    </SelectionFrame>
  );
}
