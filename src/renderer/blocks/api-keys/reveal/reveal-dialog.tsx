import { useId, useState } from 'react';
import { mediumDate } from '../../../lib/intl/format';
import { useMessages } from '../../../lib/use-messages';
import { useWarnBeforeUnload } from '../../../lib/use-warn-before-unload';
import type { CreatedApiKey } from '../../../queries/api-keys';
import { useConnection } from '../../../stores/connections';
import { useCreatedKeys } from '../../../stores/window/created-keys';
import { Badge } from '../../../ui/data/badge';
import { Button } from '../../../ui/inputs/button';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Dialog } from '../../../ui/overlays/dialog';
import { EnvFileSection } from './env-file-section';
import styles from './reveal-dialog.module.css';
import { SecretRow } from './secret-row';
import { useHeldSecret } from './use-held-secret';

/**
 * Offers the oldest unsaved API key to be saved. Closes once the user confirmed that it is saved, and asks before it closes otherwise.
 * It belongs to the window: screens close when a project turns API keys off or an account is signed out.
 */
export function RevealDialog() {
  const [oldest] = useCreatedKeys((state) => state.unsaved);
  return oldest ? <UnsavedKeyDialog key={oldest.key.id} connectionId={oldest.connectionId} created={oldest.key} /> : null;
}

function UnsavedKeyDialog({ connectionId, created }: { connectionId: string; created: CreatedApiKey }) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const remove = useCreatedKeys((state) => state.remove);
  const onClose = () => remove(created.id);
  useHeldSecret(created.secret.ref);
  const [isSaved, setSaved] = useState(false);
  useWarnBeforeUnload(!isSaved);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isSaved ? onClose() : setAsking(true));
  const footer = (
    <>
      {!isSaved && <span className={styles.reason}>{t('api-keys.reveal.reason')}</span>}
      <Button variant="primary" disabledReason={isSaved ? undefined : t('api-keys.reveal.reason')} onClick={onClose}>
        {t('api-keys.reveal.done')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      width={584}
      onOpenChange={(open) => open || close()}
      title={t('api-keys.reveal.title')}
      description={t('api-keys.reveal.text')}
      environment={environment}
      footer={footer}
    >
      <div className={styles.body}>
        <Facts created={created} />
        <SecretRow label={t('api-keys.reveal.key')} prefix="sk_" secret={created.secret} />
        <EnvFileSection secret={created.secret} />
        <SavedCheckbox isSaved={isSaved} onChange={setSaved} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('api-keys.reveal.leave.title')}
        consequence={t('api-keys.reveal.leave.consequence')}
        confirmLabel={t('api-keys.reveal.leave')}
        danger
        environment={environment}
        onConfirm={onClose}
      />
    </Dialog>
  );
}

function Facts({ created: { description, expiresAtMillis } }: { created: CreatedApiKey }) {
  const { t, locale } = useMessages();
  const expiry = expiresAtMillis === undefined ? 'api-keys.reveal.never-expires' : 'api-keys.reveal.expires';
  return (
    <div className={styles.facts}>
      <Badge className={styles.name} title={description}>
        <bdi>{description}</bdi>
      </Badge>
      <Badge>{t(expiry, { date: mediumDate(expiresAtMillis ?? 0, locale) })}</Badge>
    </div>
  );
}

function SavedCheckbox({ isSaved, onChange }: { isSaved: boolean; onChange: (isSaved: boolean) => void }) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div className={styles.saved}>
      <input id={id} type="checkbox" checked={isSaved} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{t('api-keys.reveal.saved')}</label>
    </div>
  );
}
