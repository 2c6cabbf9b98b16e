import { MailX, Pause, Play, RotateCcw } from 'lucide-react';
import { actionsOf } from '#contract/service/models/outbox-actions.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { selectedTargets, useSelectionJobs } from '#parts/selection/use-selection-jobs.ts';
import { Button } from '#ui/inputs/button.tsx';

interface OutboxBarProps {
  connectionId: string;
  selection: Selection<OutboxEmail>;
  /** Number of all emails of the list; null while there are more than were read. */
  matching: number | null;
  onAll: () => void;
  onClear: () => void;
}

const actions = [
  ['pause', Pause, 'email.outbox.pause'],
  ['resume', Play, 'email.outbox.resume'],
  ['retry', RotateCcw, 'email.outbox.retry'],
  ['cancel', MailX, 'bulk.emails.cancel'],
] as const;

/** What can be done with the selected emails: what none of them allows says so. Replaces the toolbar. */
export function OutboxBar({ connectionId, selection, matching, onAll, onClear }: OutboxBarProps) {
  const { t } = useMessages();
  const scope = () => selectedTargets(selection);
  const { disabledReason, preview } = useSelectionJobs({ connectionId, selection, scope, onClear });
  const allowed = new Set([...selection.items.values()].flatMap((email) => actionsOf(email)));
  return (
    <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
      {actions.map(([action, icon, label]) => (
        <Button
          key={action}
          icon={icon}
          variant={action === 'cancel' ? 'danger' : 'default'}
          disabledReason={disabledReason ?? (allowed.has(action) ? undefined : t('bulk.lack.emails'))}
          onClick={() => preview({ kind: `emails.${action}` })}
        >
          {t(label)}
        </Button>
      ))}
    </SelectionFrame>
  );
}
