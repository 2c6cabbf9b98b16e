import type { Environment } from '#contract/bridge/connection-choices.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { HostQuestion } from './use-host-question';

/** Asks before secret keys are sent to a server that doesn't respond as the service does, and names its host. */
export function HostDialog({ question, environment }: { question: HostQuestion | null; environment: Environment | undefined }) {
  const { t } = useMessages();
  const host = question?.host ?? '';
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={() => question?.decide(false)}
      danger
      environment={environment}
      title={t('connect.server.title', { host })}
      consequence={t('connect.server.text', { host })}
      confirmLabel={t('connect.server.confirm')}
      onConfirm={() => question?.decide(true)}
    />
  );
}
