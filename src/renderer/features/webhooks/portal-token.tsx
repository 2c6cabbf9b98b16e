import { Copy, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ErrorReport } from '../../../contract/errors';
import type { SecretReference } from '../../../contract/service/models/secret';
import { useCopySecret } from '../../blocks/api-keys/reveal/use-copy-secret';
import { useHeldSecret } from '../../blocks/api-keys/reveal/use-held-secret';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { createPortalToken } from '../../queries/project/webhooks';
import { useSettings } from '../../stores/settings';
import { Callout } from '../../ui/feedback/callout';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { Button } from '../../ui/inputs/button';
import { ActionCard } from '../../ui/layout/action-card';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';

interface PortalTokenProps {
  connectionId: string;
  /** What is known of a token before it fails. */
  note: ReactNode;
}

/** Creates a token for the portal. It isn’t shown, but can be copied. */
export function PortalToken({ connectionId, note }: PortalTokenProps) {
  const { t } = useMessages();
  const [token, setToken] = useState<SecretReference | null>(null);
  const creation = useAction(() => createPortalToken(connectionId), { onDone: setToken });
  return (
    <>
      <ActionCard
        title={t('webhooks.token')}
        text={t('webhooks.token.text')}
        action={
          <Button icon={KeyRound} busy={creation.isPending} onClick={() => void creation.run()}>
            {t(token === null ? 'webhooks.token.create' : 'webhooks.token.again')}
          </Button>
        }
      />
      {creation.failure !== null && <NoToken report={creation.failure} />}
      {token !== null && creation.failure === null && <CreatedToken key={token.ref} token={token} />}
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

function CreatedToken({ token }: { token: SecretReference }) {
  const { t } = useMessages();
  const seconds = useSettings().clipboardSeconds;
  useHeldSecret(token.ref);
  const { clearedAt, copy } = useCopySecret(token.ref);
  const action = (
    <Button size="sm" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
      {t('webhooks.token.copy')}
    </Button>
  );
  return (
    <>
      <Callout tone="good" title={t('webhooks.token.created')} action={action}>
        {clearedAt === undefined
          ? t('webhooks.token.created.text')
          : clearedAt === null
            ? t('webhooks.token.copied')
            : t('webhooks.token.clears', { seconds })}
      </Callout>
      <VisuallyHidden role="status">{t(clearedAt === undefined ? 'webhooks.token.created' : 'ui.copied')}</VisuallyHidden>
    </>
  );
}
