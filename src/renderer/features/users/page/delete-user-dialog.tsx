import type { ServerUser } from '../../../../contract/service/models/models';
import { RiskCallout } from '../../../blocks/removal/risk-callout';
import { useRemovalRisks } from '../../../blocks/removal/use-removal-risks';
import { useTextToType } from '../../../blocks/removal/use-text-to-type';
import { userName, useUserName } from '../../../lib/rules/user-name';
import { useMessages } from '../../../lib/use-messages';
import { useDeleteUser } from '../../../queries/users';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';

interface DeleteUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes a user after a text was typed: the user's own, or the connection's name where its safety level requires that. */
export function DeleteUserDialog({ connectionId, user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const show = useToasts((state) => state.show);
  const remove = useDeleteUser(connectionId, user.id);
  const name = useUserName()(user);
  const textToType = useTextToType(connectionId, { id: user.id, email: user.primary_email });
  const { texts, checking } = useRemovalRisks({ connectionId, userId: user.id, teamId: null, readsGrants: true });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.delete.title', { name })}
      consequence={t('users.delete.consequence')}
      confirmLabel={t('users.delete')}
      danger
      environment={connection?.environment}
      typeToConfirm={textToType}
      disabledReason={checking}
      onConfirm={async () => {
        await remove();
        show({ tone: 'good', title: (messages) => messages.t('users.delete.done', { name: userName(messages, user) }) });
        onDeleted();
      }}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}
