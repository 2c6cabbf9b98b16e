import type { ServerUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useIndexState } from '#data/local-index.ts';
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

/** Asks before what this computer has of a user is erased: in local indexes, and in entries of the journal. Nothing changes at the service. */
export function EraseUserDialog({ connectionId, user, onClose }: EraseUserDialogProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const name = useUserName()(user);
  const hasIndex = useIndexState(connectionId) !== undefined;
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
        const count = await eraseUser(connectionId, user, hasIndex);
        show({
          tone: 'good',
          title: ({ t: text }) => text('users.erase.done', { name }),
          text: ({ t: text }) => text('users.erase.entries', { count }),
        });
      }}
    />
  );
}

/** Resolves to the number of the journal's entries of which something was erased. */
async function eraseUser(connectionId: string, { id, primary_email }: ServerUser, hasIndex: boolean): Promise<number> {
  if (hasIndex) await api.localIndex.erase({ connectionId, userId: id });
  forgetRecentUser(connectionId, id);
  const { erased } = await api.journal.erasePerson({ connectionId, userId: id, names: primary_email ? [primary_email] : [] });
  return erased;
}
