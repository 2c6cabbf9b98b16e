import type { ServerUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { forgetRecentUser } from '#window/recent-items.ts';

interface EraseUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/** Asks before what the local index has of a user is erased. Nothing changes at the service, which the next update reads again. */
export function EraseUserDialog({ connectionId, user, onClose }: EraseUserDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const name = useUserName()(user);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('users.erase.title', { name })}
      consequence={t('users.erase.text')}
      confirmLabel={t('users.erase')}
      danger
      environment={useConnection(connectionId)?.environment}
      onConfirm={async () => {
        await api.localIndex.erase({ connectionId, userId: user.id });
        forgetRecentUser(connectionId, user.id);
        show({ tone: 'good', title: ({ t: text }) => text('users.erase.done', { name }) });
      }}
    />
  );
}
