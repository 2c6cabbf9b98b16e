import { Braces, MonitorX, Trash2, UserRoundPlus } from 'lucide-react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { ExportDialogProps, ExportScopeChoice } from '#parts/export/export-dialog.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import { Button } from '#ui/inputs/button.tsx';
import type { Matching } from './matching';
import { MoreActions } from './more-actions';
import type { BulkActions } from './use-bulk-actions';

interface SelectionBarProps {
  connectionId: string;
  /** Metadata paths that the list shows. */
  paths: readonly string[];
  selection: Selection<ServerUser>;
  bulk: BulkActions;
  /** All users of the list, if they can be selected at once; null while their number isn’t known. */
  matching?: Matching | null;
  /** Says what it takes to select all users of a list that is read from the service. */
  onNeedsIndex?: () => void;
  email: SendEmail;
  /** Reads users as the service has them. */
  readJson: (ids: readonly string[]) => Promise<readonly object[]>;
  onClear: () => void;
}

/** What can be done with the selected users. Replaces the toolbar. */
export function SelectionBar(props: SelectionBarProps) {
  const { connectionId, paths, selection, bulk, matching = null, onNeedsIndex, email, readJson, onClear } = props;
  const { t } = useMessages();
  const { disabledReason } = bulk;
  return (
    <SelectionFrame selection={selection} matching={matching === null ? null : matching.count} onNeedsAll={onNeedsIndex} onClear={onClear}>
      <Button icon={MonitorX} disabledReason={disabledReason} onClick={() => bulk.preview({ kind: 'users.revokeSessions' })}>
        {t('users.bulk.revoke-sessions')}
      </Button>
      <Button icon={UserRoundPlus} disabledReason={disabledReason} onClick={() => bulk.openForm('users.addToTeam')}>
        {t('users.bulk.add-to-team')}
      </Button>
      <Button icon={Braces} disabledReason={disabledReason} onClick={() => bulk.openForm('users.setMetadata')}>
        {t('bulk.set-metadata')}
      </Button>
      <ExportButton
        hasText
        connectionId={connectionId}
        kind="users"
        scopes={exportScopes(selection, matching)}
        paths={paths}
        indexAsOfMillis={matching?.asOfMillis ?? null}
      />
      <Button icon={Trash2} variant="danger" disabledReason={disabledReason} onClick={() => bulk.preview({ kind: 'users.delete' })}>
        {t('bulk.delete')}
      </Button>
      <MoreActions {...{ connectionId, bulk, selection, matching, email, readJson }} />
    </SelectionFrame>
  );
}

/** Returns what can be exported, first what is selected. */
function exportScopes({ items, isAllMatching }: Selection<ServerUser>, matching: Matching | null): ExportDialogProps['scopes'] {
  const selected: ExportScopeChoice = { scope: { kind: 'ids', ids: [...items.keys()] }, count: items.size };
  if (matching === null) return [selected];
  const all: ExportScopeChoice = { scope: { kind: 'matching', scope: matching.scope }, count: matching.count };
  return isAllMatching ? [all] : [selected, all];
}
