import type { ClientTeam } from '#contract/service/models/user-models.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import { useScope } from '#data/use-scope.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useReadsGrants, useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useTextToType } from '#parts/removal/use-text-to-type.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useRemoveMember } from '../members-data';
import { type Member, memberName, useMemberName } from './member-columns';

interface RemoveMemberDialogProps {
  team: ClientTeam;
  of: AnyTeamRef;
  /** The member in question; null closes the dialog. */
  member: Member | null;
  /** Receives the ID of a member who was removed. */
  onRemoved?: (userId: string) => void;
  onClose: () => void;
}

/** Asks before a member is removed. */
export function RemoveMemberDialog({ member, ...props }: RemoveMemberDialogProps) {
  return member === null ? null : <OpenDialog {...props} member={member} />;
}

function OpenDialog({ team, of, member, onRemoved, onClose }: RemoveMemberDialogProps & { member: Member }) {
  const { t } = useMessages();
  const nameOf = useMemberName();
  const teamName = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const { mutateAsync: remove } = useRemoveMember(of);
  const name = nameOf(member);
  const { connectionId, teamId } = of;
  const textToType = useTextToType(connectionId, member);
  const readsGrants = useReadsGrants(connectionId);
  const { texts, checking } = useRemovalRisks({ connectionId, userId: member.id, teamId, readsGrants });
  const confirm = async () => {
    await remove(member.id);
    onRemoved?.(member.id);
    show({ tone: 'good', title: (messages) => messages.t('team.member.removed', { name: memberName(messages, member) }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('team.member.remove.title', { name, team: teamName })}
      consequence={t(of.accountId === undefined ? 'members.remove.consequence' : 'team.member.remove.consequence')}
      confirmLabel={t('team.member.remove.confirm')}
      danger
      environment={environment}
      typeToConfirm={texts.length > 0 ? textToType : undefined}
      disabledReason={checking}
      onConfirm={confirm}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}
