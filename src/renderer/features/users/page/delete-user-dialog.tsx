import type { ServerUser } from '../../../../contract/service/models/models';
import { userName, useUserName } from '../../../lib/rules/user-name';
import { useMessages } from '../../../lib/use-messages';
import { useDeleteUser } from '../../../queries/users';
import { useConnection } from '../../../stores/connections';
import { useSettings } from '../../../stores/settings';
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
  const { privacyMode } = useSettings();
  // A text that is concealed can't be typed.
  const { primary_email: email } = user;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.delete.title', { name })}
      consequence={t('users.delete.consequence')}
      confirmLabel={t('users.delete')}
      danger
      environment={connection?.environment}
      typeToConfirm={connection?.safety === 'type-to-destroy' ? undefined : email?.trim() && !privacyMode ? email : user.id}
      onConfirm={async () => {
        await remove();
        show({ tone: 'good', title: (messages) => messages.t('users.delete.done', { name: userName(messages, user) }) });
        onDeleted();
      }}
    />
  );
}
