import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useDeleteUser } from '#data/users.ts';
import { userName, useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RiskCallout } from '#parts/removal/removal-callouts.tsx';
import { useKeepSnapshot, useSayDeleted } from '#parts/removal/use-keep-snapshot.tsx';
import { useRemovalRisks } from '#parts/removal/use-removal-risks.ts';
import { useTextToType } from '#parts/removal/use-text-to-type.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';

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
  const snapshot = useKeepSnapshot('user');
  const sayDeleted = useSayDeleted(connectionId);
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
      proof={snapshot.element}
      onConfirm={async () => {
        await remove(snapshot.choice);
        void sayDeleted(user.id, (messages) => messages.t('users.delete.done', { name: userName(messages, user) }), snapshot.choice);
        onDeleted();
      }}
    >
      <RiskCallout texts={texts} />
    </ConfirmDialog>
  );
}
