import type { Connection } from '../../../contract/bridge/connections';
import { api } from '../../api';
import { currentPathname } from '../../lib/places/current-path';
import { openPath } from '../../lib/places/open-path';
import { shownNameToType } from '../../lib/privacy/text-to-type';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useAccountsOf } from '../../stores/accounts';
import { connectionsStore } from '../../stores/connections';
import { useToasts } from '../../ui/feedback/toasts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

/** Asks before a connection goes away with all that the app keeps of it. */
export function RemoveDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useMessages();
  const { id, name, kind, environment, projectId } = connection;
  const accounts = useAccountsOf(id).length;
  const show = useToasts((state) => state.show);
  const remove = async () => {
    await api.connections.remove({ id });
    await connectionsStore.refresh();
    // Where the user is by then.
    if (currentPathname().startsWith(`/c/${encodeURIComponent(id)}/`)) openPath(paths.start(), { replace: true });
    show({ tone: 'good', title: ({ t }) => t('connect.removed', { name }) });
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('connect.remove.title', { name })}
      consequence={t(kind === 'sandbox' ? 'connect.remove.consequence.sandbox' : 'connect.remove.consequence', { accounts })}
      confirmLabel={t('connect.remove')}
      danger
      environment={environment}
      typeToConfirm={environment === 'production' ? shownNameToType(name, projectId) : undefined}
      onConfirm={remove}
    />
  );
}
