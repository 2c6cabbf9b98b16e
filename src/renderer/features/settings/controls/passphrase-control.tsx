import { useState } from 'react';
import { useMessages } from '../../../lib/use-messages';
import { useConnections } from '../../../stores/connections';
import { useLock } from '../../../stores/lock';
import { Button } from '../../../ui/inputs/button';
import { ChangePassphraseDialog } from '../passphrase/change-passphrase-dialog';
import { PassphraseDialog } from '../passphrase/passphrase-dialog';
import { SetPassphraseDialog } from '../passphrase/set-passphrase-dialog';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

/** Sets, changes, and removes the passphrase of the lock. */
export function PassphraseControl({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const { hasPassphrase, secrets, canCheckPresence } = useLock();
  const needsPassphrase = useConnections().some(({ requirePresence }) => requirePresence) && !canCheckPresence;
  const [open, setOpen] = useState<'set' | 'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const removal = t(secrets === 'sealed' ? 'settings.passphrase.remove.sealed' : 'settings.passphrase.remove.text');
  return (
    <div className={styles.buttons}>
      {!hasPassphrase && (
        <Button aria-describedby={describedBy} onClick={() => setOpen('set')}>
          {t('settings.passphrase.set')}
        </Button>
      )}
      {hasPassphrase && (
        <>
          <Button onClick={() => setOpen('change')}>{t('settings.passphrase.change')}</Button>
          <Button aria-describedby={describedBy} onClick={() => setOpen('remove')}>
            {t('settings.passphrase.remove')}
          </Button>
        </>
      )}
      {open === 'set' && <SetPassphraseDialog onClose={close} />}
      {open === 'change' && <ChangePassphraseDialog onClose={close} />}
      {open === 'remove' && (
        <PassphraseDialog
          title={t('settings.passphrase.remove.title')}
          description={needsPassphrase ? t('ui.sentences', { first: removal, second: t('settings.passphrase.remove.presence') }) : removal}
          actionLabel={t('settings.passphrase.remove')}
          danger
          task="remove"
          onClose={close}
        />
      )}
    </div>
  );
}
