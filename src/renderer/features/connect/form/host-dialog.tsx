import { useMessages } from '../../../lib/use-messages';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import type { HostQuestion } from './use-host-question';

/** Asks before secret keys are sent to a server that doesn't respond as the service does, and names its host. */
export function HostDialog({ question }: { question: HostQuestion | null }) {
  const { t } = useMessages();
  const host = question?.host ?? '';
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => question?.decide(false)}
      danger
      title={t('connect.server.title', { host })}
      consequence={t('connect.server.text', { host })}
      confirmLabel={t('connect.server.confirm')}
      onConfirm={() => question?.decide(true)}
    />
  );
}
