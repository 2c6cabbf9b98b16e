import { useId, useState } from 'react';
import { mediumDate } from '../../../lib/format';
import { useMessages } from '../../../lib/use-messages';
import type { CreatedApiKey, KeyOwner } from '../../../queries/api-keys';
import { useConnection } from '../../../stores/connections';
import { Badge } from '../../../ui/data/badge';
import { Button } from '../../../ui/inputs/button';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog';
import { Dialog } from '../../../ui/overlays/dialog';
import { LeaveGuard } from '../../form/leave-guard';
import { EnvFileSection } from './env-file-section';
import styles from './reveal-dialog.module.css';
import { SecretRow } from './secret-row';
import { useHeldSecret } from './use-held-secret';

interface RevealDialogProps {
  owner: KeyOwner;
  created: CreatedApiKey;
  onClose: () => void;
}

/** Offers a new API key to be saved. Closes once the user confirmed that it is saved, and asks before it closes otherwise. */
export function RevealDialog({ owner, created, onClose }: RevealDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(owner.connectionId)?.environment;
  useHeldSecret(created.secret.ref);
  const [isSaved, setSaved] = useState(false);
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
      <LeaveGuard when={!isSaved} />
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
