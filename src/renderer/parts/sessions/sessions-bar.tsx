import { Copy, MonitorX } from 'lucide-react';
import type { UserOf } from '#data/users.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { Button } from '#ui/inputs/button.tsx';
import { OneActionBar } from '../selection/one-action-bar';
import { SelectionFrame } from '../selection/selection-frame';
import { selectedTargets } from '../selection/use-selection-jobs';
import type { SessionSelection } from './use-session-selection';

interface SessionsBarProps {
  of: UserOf;
  chosen: SessionSelection;
  /** Why no session of the account can be revoked now. */
  blocked: string | undefined;
  /** Asks before the account’s own sessions are revoked, which only the account can do. */
  onRevoke: () => void;
}

/** What can be done with the selected sessions: for an admin as a job, for the account itself one after another. */
export function SessionsBar({ of, chosen, blocked, onRevoke }: SessionsBarProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const { selection, count, selectAll, clear } = chosen;
  if (of.actor === 'project')
    return (
      <OneActionBar
        connectionId={of.connectionId}
        selection={selection}
        matching={count}
        icon={MonitorX}
        label={t('bulk.revoke-sessions')}
        action={{ kind: 'sessions.revoke' }}
        scope={() => selectedTargets(selection, of.userId)}
        lack={undefined}
        onAll={selectAll}
        onClear={clear}
      />
    );
  return (
    <SelectionFrame selection={selection} matching={count} onAll={selectAll} onClear={clear}>
      <Button icon={Copy} onClick={() => copy([...selection.items.keys()].join('\n'))}>
        {t('selection.copy-ids')}
      </Button>
      <Button icon={MonitorX} variant="danger" disabledReason={blocked} onClick={onRevoke}>
        {t('bulk.revoke-sessions')}
      </Button>
    </SelectionFrame>
  );
}
