import type { IndexState } from '#contract/bridge/local-index.ts';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { useIndexActions } from './use-index-actions';

/** Asks before the index of a connection is deleted. */
export function DeleteIndexDialog({ index, onClose }: { index: IndexState; onClose: () => void }) {
  const { t, locale } = useMessages();
  const { turnOff } = useIndexActions(index);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('index.delete.title')}
      consequence={t('index.delete.text', { users: formatNumber(index.users, locale) })}
      confirmLabel={t('index.delete')}
      danger
      onConfirm={turnOff}
    />
  );
}
