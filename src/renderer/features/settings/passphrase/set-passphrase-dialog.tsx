import { useState } from 'react';
import { api } from '../../../api';
import { FormFailure } from '../../../blocks/form/form-failure';
import { NewPassphraseFields, useNewPassphrase } from '../../../blocks/passphrase/new-passphrase';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { useLock } from '../../../stores/lock';
import { Callout } from '../../../ui/feedback/callout';
import { Switch } from '../../../ui/inputs/switch';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import styles from '../setting-row.module.css';

/** Sets the first passphrase. Without a keychain, it can also seal a file with the secrets. */
export function SetPassphraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { canSeal } = useLock();
  const chosen = useNewPassphrase();
  const [isSealing, setSealing] = useState(true);
  const { passphrase } = chosen;
  const setting = useAction(() => api.lock.setPassphrase({ passphrase, seal: canSeal && isSealing }), { onDone: onClose });
  return (
    <FormDialog
      title={t('settings.passphrase.set.title')}
      description={t('settings.passphrase.set.text')}
      actionLabel={t('settings.passphrase.set')}
      busy={setting.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.check()) void setting.run();
      }}
    >
      <NewPassphraseFields value={chosen} readOnly={setting.isPending} />
      {canSeal && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
        <label className={styles.choice}>
          <Switch checked={isSealing} onCheckedChange={setSealing} />
          <span>{t('settings.passphrase.set.seal')}</span>
        </label>
      )}
      <Callout tone="warn" title={t('settings.passphrase.lost')}>
        {t('settings.passphrase.lost.text')}
      </Callout>
      {setting.failure !== null && <FormFailure report={setting.failure} />}
    </FormDialog>
  );
}
