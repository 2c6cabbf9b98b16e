import type { Invitation } from '../../../contract/service/models/team-models';
import { useMessages } from '../../lib/use-messages';
import type { AnyTeamRef } from '../../queries/cache/keys';
import { useRevokeInvitation } from '../../queries/teams/team-invitations';
import { useConnection } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

interface RevokeDialogProps {
  of: AnyTeamRef;
  invitation: Invitation;
  onClose: () => void;
}

/** Asks before a pending invitation is revoked. */
export function RevokeDialog({ of, invitation: { id, recipient_email: email }, onClose }: RevokeDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: revoke } = useRevokeInvitation(of);
  const confirm = async () => {
    await revoke(id);
    show({ tone: 'good', title: ({ t }) => t('team.revoke.done', { email }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('team.revoke.title', { email })}
      consequence={t('team.revoke.consequence')}
      confirmLabel={t('team.revoke.confirm')}
      danger
      environment={environment}
      onConfirm={confirm}
    />
  );
}
