import { Copy, Ellipsis, ShieldMinus, ShieldPlus, UserMinus } from 'lucide-react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { ProjectTeamRef } from '#data/keys.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useCopyWithToast } from '#parts/copy/use-copy-with-toast.ts';
import { ExportButton } from '#parts/export/export-button.tsx';
import { PermissionItems, usePermissionsOfBar } from '#parts/selection/permission-items.tsx';
import { SelectionFrame } from '#parts/selection/selection-frame.tsx';
import type { Selection } from '#parts/selection/use-selection.ts';
import { selectedTargets, useSelectionJobs } from '#parts/selection/use-selection-jobs.ts';
import { Button } from '#ui/inputs/button.tsx';
import { IconButton } from '#ui/inputs/icon-button.tsx';
import { Menu, MenuItem } from '#ui/overlays/menu.tsx';

interface MembersBarProps {
  of: ProjectTeamRef;
  team: string;
  selection: Selection<ServerUser>;
  /** Number of all members of the list; null while there are more than were read. */
  matching: number | null;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected members of a team. Replaces the toolbar. */
export function MembersBar({ of: { connectionId, teamId }, team, selection, matching, onAll, onClear }: MembersBarProps) {
  const { t } = useMessages();
  const copy = useCopyWithToast();
  usePermissionsOfBar(connectionId, 'team');
  const scope = () => selectedTargets(selection);
  const { disabledReason, preview } = useSelectionJobs({ connectionId, selection, scope, onClear });
  const ids = [...selection.items.keys()];
  const emails = [...selection.items.values()].flatMap(({ primary_email: email }) => email ?? []);
  const change = (kind: 'users.grantInTeam' | 'users.revokeInTeam') => (permissionId: string) =>
    preview({ kind, teamId, permissionId }, { team });
  const menus = [
    [ShieldPlus, 'bulk.grant', 'users.grantInTeam'],
    [ShieldMinus, 'bulk.revoke', 'users.revokeInTeam'],
  ] as const;
  return (
    <SelectionFrame selection={selection} matching={matching} onAll={onAll} onClear={onClear}>
      {menus.map(([icon, label, kind]) => (
        <Menu key={kind} trigger={<Button icon={icon}>{t(label)}</Button>}>
          <PermissionItems connectionId={connectionId} kind="team" disabledReason={disabledReason} onChoose={change(kind)} />
        </Menu>
      ))}
      <ExportButton hasText connectionId={connectionId} kind="users" scopes={[{ scope: { kind: 'ids', ids }, count: ids.length }]} />
      <Button
        icon={UserMinus}
        variant="danger"
        disabledReason={disabledReason}
        onClick={() => preview({ kind: 'users.removeFromTeam', teamId }, { team })}
      >
        {t('bulk.remove')}
      </Button>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('selection.more')} />}>
        <MenuItem icon={Copy} onSelect={() => copy(ids.join('\n'))}>
          {t('selection.copy-ids')}
        </MenuItem>
        <MenuItem
          icon={Copy}
          disabledReason={emails.length === 0 ? t('users.selection.no-emails') : undefined}
          onSelect={() => copy(emails.join('\n'))}
        >
          {t('selection.copy-emails')}
        </MenuItem>
      </Menu>
    </SelectionFrame>
  );
}
