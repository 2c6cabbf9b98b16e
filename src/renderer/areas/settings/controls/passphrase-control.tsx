import { useState } from 'react';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { NewPassphraseFields, useNewPassphrase } from '#parts/passphrase/new-passphrase.tsx';
import { CurrentPassphraseField, PassphraseDialog, useAttempt } from '#parts/passphrase/passphrase-dialog.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Switch } from '#ui/inputs/switch.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { ControlProps } from '../setting-row';
import styles from '../setting-row.module.css';

/** Sets, changes, and removes the passphrase of the lock. */
export function PassphraseControl({ describedBy }: ControlProps) {
  const { t } = useMessages();
  const { hasPassphrase, secrets, canCheckPresence } = useTopic('lock.state');
  const needsPassphrase = useTopic('connections.list').some(({ requirePresence }) => requirePresence) && !canCheckPresence;
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

/** Changes the passphrase, with the current one. */
function ChangePassphraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const [current, setCurrent] = useState('');
  const chosen = useNewPassphrase();
  const attempt = useAttempt(onClose);
  const change = useAction(() => api.lock.changePassphrase({ current, next: chosen.passphrase }), { onDone: attempt.answered });
  const submit = () => {
    if (current === '') attempt.missing();
    if (chosen.check() && current !== '') void change.run();
  };
  return (
    <FormDialog
      title={t('settings.passphrase.change.title')}
      actionLabel={t('settings.passphrase.change')}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <CurrentPassphraseField
        label={t('settings.passphrase.current')}
        attempt={attempt}
        value={current}
        onValueChange={setCurrent}
        readOnly={change.isPending}
      />
      <NewPassphraseFields value={chosen} readOnly={change.isPending} label={t('settings.passphrase.new')} />
      {change.failure !== null && <FormFailure report={change.failure} />}
    </FormDialog>
  );
}

/** Sets the first passphrase. Without a keychain, it can also seal a file with the secrets. */
function SetPassphraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const { canSeal } = useTopic('lock.state');
  const chosen = useNewPassphrase();
  const [isSealing, setSealing] = useState(true);
  const { passphrase } = chosen;
  const setting = useAction(() => api.lock.setPassphrase({ passphrase, seal: canSeal && isSealing }), {
    onDone: onClose,
    toastsLate: true,
  });
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
