import { Braces, Copy, Ellipsis, Trash2, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useScope } from '#data/use-scope.ts';
import { userName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import type { JobNames } from '#parts/jobs/job-sentences.ts';
import type { FormProps } from '#parts/selection/bulk-form.ts';
import { MetadataForm } from '#parts/selection/metadata-form.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { selectedTargets, useSelectionJobs } from '#parts/selection/use-selection-jobs.ts';
import { UserPicker } from '#parts/user-picker.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx';

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

/** Chooses the user who becomes a member of all selected teams. */
function MemberForm({ connectionId, onPreview, onClose }: FormProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId)?.environment;
  const [user, setUser] = useState<ServerUser | null>(null);
  const submit = () => {
    if (user !== null) onPreview({ kind: 'teams.addMember', userId: user.id }, { user: userName(messages, user) });
  };
  return (
    <FormDialog
      title={t('bulk.title.teams.addMember')}
      environment={environment}
      actionLabel={t('bulk.preview')}
      busy={false}
      disabledReason={user === null ? t('members.add.missing') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <UserPicker connectionId={connectionId} label={t('users.column.user')} value={user} onChange={setUser} />
    </FormDialog>
  );
}
