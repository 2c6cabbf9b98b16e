import { Braces, Copy, Ellipsis, Trash2, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useScope } from '#data/use-scope.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { JobNames } from '#parts/jobs/job-sentences.ts';
import { MetadataForm } from '#parts/selection/metadata-form.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { selectedTargets, useSelectionJobs } from '#parts/selection/use-selection-jobs.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';
import { MemberForm } from './member-form';

/** What the lists of teams have in common, wherever their rows are from. */
export interface TeamSelectionProps {
  selection: Selection<ServerTeam>;
  /** Selects nothing, and keeps the focus in the list. */
  onUnselect: () => void;
}

interface TeamsBarProps {
  selection: Selection<ServerTeam>;
  /** Number of teams that can be selected at once; null while it isn’t known. */
  matching: number | null;
  onAll: () => void;
  onClear: () => void;
}

/** Actions that ask for more before they can be previewed. */
type FormKind = 'teams.addMember' | 'teams.setMetadata' | 'teams.unsetMetadata';

/** What can be done with the selected teams. Replaces the toolbar. */
export function TeamsBar({ selection, matching, onAll, onClear }: TeamsBarProps) {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const copy = useCopyWithToast();
  const [form, setForm] = useState<FormKind | null>(null);
  const scope = () => selectedTargets(selection);
  const { disabledReason, preview } = useSelectionJobs({ connectionId, selection, scope, onClear });
  const show = (action: RequestedAction, names?: JobNames) => {
    setForm(null);
    preview(action, names);
  };
  const formProps = { connectionId, onPreview: show, onClose: () => setForm(null) };
  const ids = [...selection.items.keys()];
  return (
    <>
      <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
        <Button icon={UserRoundPlus} disabledReason={disabledReason} onClick={() => setForm('teams.addMember')}>
          {t('bulk.add-member')}
        </Button>
        <Button icon={Braces} disabledReason={disabledReason} onClick={() => setForm('teams.setMetadata')}>
          {t('bulk.set-metadata')}
        </Button>
        <ExportButton hasText connectionId={connectionId} kind="teams" scopes={[{ scope: { kind: 'ids', ids }, count: ids.length }]} />
        <Button icon={Trash2} variant="danger" disabledReason={disabledReason} onClick={() => preview({ kind: 'teams.delete' })}>
          {t('bulk.delete')}
        </Button>
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('selection.more')} />}>
          <MenuItem disabledReason={disabledReason} onSelect={() => setForm('teams.unsetMetadata')}>
            {t('bulk.unset-metadata')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Copy} onSelect={() => copy(ids.join('\n'))}>
            {t('selection.copy-ids')}
          </MenuItem>
        </Menu>
      </SelectionFrame>
      {form === 'teams.addMember' && <MemberForm {...formProps} />}
      {(form === 'teams.setMetadata' || form === 'teams.unsetMetadata') && <MetadataForm {...formProps} kind={form} />}
    </>
  );
}
