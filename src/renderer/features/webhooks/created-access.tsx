import { Copy, ExternalLink } from 'lucide-react';
import { useCopySecret } from '../../blocks/api-keys/reveal/use-copy-secret';
import { useHeldSecret } from '../../blocks/api-keys/reveal/use-held-secret';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { openPortal, type PortalAccess } from '../../queries/project/webhooks';
import { useSettings } from '../../stores/settings';
import { Callout } from '../../ui/feedback/callout';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { VisuallyHidden } from '../../ui/layout/visually-hidden';
import styles from './webhooks.module.css';

/** A token, which isn’t shown but can be copied, and the portal, if the service reports its address. */
export function CreatedAccess({ access: { connectionId, token, url } }: { access: PortalAccess }) {
  const { t } = useMessages();
  const seconds = useSettings().clipboardSeconds;
  useHeldSecret(token.ref);
  const { clearedAt, copy } = useCopySecret(token.ref);
  const show = useToasts((state) => state.show);
  const portal = useAction(openPortal, { onDone: () => show({ tone: 'good', title: 'webhooks.portal.opened' }) });
  const action = (
    <div className={styles.actions}>
      <Button size="sm" icon={Copy} busy={copy.isPending} onClick={() => void copy.run()}>
        {t('webhooks.token.copy')}
      </Button>
      {url !== null && (
        <Button
          size="sm"
          variant="primary"
          icon={ExternalLink}
          busy={portal.isPending}
          onClick={() => void portal.run({ connectionId, ref: url.ref })}
        >
          {t('webhooks.portal.open')}
        </Button>
      )}
    </div>
  );
  const copied = clearedAt === null ? t('webhooks.token.copied') : t('webhooks.token.clears', { seconds });
  const created = t(url === null ? 'webhooks.token.created.text' : 'webhooks.token.created.portal');
  return (
    <>
      <Callout tone="good" title={t('webhooks.token.created')} action={action}>
        {clearedAt === undefined ? created : copied}
      </Callout>
      {url !== null && <Held secretRef={url.ref} />}
      {portal.failure?.code !== 'cancelled' && <ErrorCallout report={portal.failure} />}
      <VisuallyHidden role="status">{t(clearedAt === undefined ? 'webhooks.token.created' : 'ui.copied')}</VisuallyHidden>
    </>
  );
}

/** Keeps the reference to the portal’s URL from expiring. */
function Held({ secretRef }: { secretRef: string }) {
  useHeldSecret(secretRef);
  return null;
}
