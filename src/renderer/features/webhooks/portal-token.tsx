import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '../../../contract/errors';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { createPortalAccess, type PortalAccess } from '../../queries/project/webhooks';
import { Callout } from '../../ui/feedback/callout';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { Button } from '../../ui/inputs/button';
import { ActionCard } from '../../ui/layout/action-card';
import { CreatedAccess } from './created-access';

interface PortalTokenProps {
  connectionId: string;
  /** What was created last. */
  access: PortalAccess | null;
  onCreated: (access: PortalAccess) => void;
  /** What is known of a token before it fails. */
  note: ReactNode;
}

/** Creates a token for the portal. */
export function PortalToken({ connectionId, access, onCreated, note }: PortalTokenProps) {
  const { t } = useMessages();
  const creation = useAction(() => createPortalAccess(connectionId), { onDone: onCreated });
  return (
    <>
      <ActionCard
        title={t('webhooks.token')}
        text={t('webhooks.token.text')}
        action={
          <Button icon={KeyRound} busy={creation.isPending} onClick={() => void creation.run()}>
            {t(access === null ? 'webhooks.token.create' : 'webhooks.token.again')}
          </Button>
        }
      />
      {creation.failure !== null && <NoToken report={creation.failure} />}
      {access !== null && creation.failure === null && <CreatedAccess key={access.token.ref} access={access} />}
      {creation.failure === null && note}
    </>
  );
}

/** A service without a webhook provider answers with an error of its own. */
function NoToken({ report }: { report: ErrorReport }) {
  const { t } = useMessages();
  const isAbsent = report.code === 'service-error' && (report.status === 404 || (report.status ?? 0) >= 500);
  if (!isAbsent) return <ErrorCallout report={report} />;
  return (
    <Callout tone="neutral" title={t('webhooks.absent')}>
      {t('webhooks.absent.text')}
    </Callout>
  );
}
