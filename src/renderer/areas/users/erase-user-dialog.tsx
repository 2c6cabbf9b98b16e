import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useEraseUser } from './erase-user';

interface EraseUserDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/** Asks before what this computer has of a user is erased: in local indexes, and in entries of the journal. Nothing changes at the service. */
export function EraseUserDialog({ connectionId, user, onClose }: EraseUserDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const name = useUserName()(user);
  const erase = useEraseUser(connectionId, user);
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
        const count = await erase();
        show({
          tone: 'good',
          title: ({ t: text }) => text('users.erase.done', { name }),
          text: ({ t: text }) => text('users.erase.entries', { count }),
        });
      }}
    />
  );
}
