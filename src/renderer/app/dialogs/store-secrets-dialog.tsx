import { useState } from 'react';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { NewPassphraseFields, useNewPassphrase } from '#parts/passphrase/new-passphrase.tsx';
import { PassphraseDialog } from '#parts/passphrase/passphrase-dialog.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useOverlays } from '#window/open-dialogs.ts';

/** Moves keys and sessions from memory to a file that a new passphrase seals, or that of the lock if there is one. */
export function StoreSecretsDialog() {
  const { t } = useMessages();
  const { hasPassphrase } = useTopic('lock.state');
  // Setting the passphrase changes the state before its response arrives.
  const [isNew] = useState(!hasPassphrase);
  const hide = useOverlays((state) => state.hide);
  if (isNew) return <NewPassphraseDialog onClose={hide} />;
  return (
    <PassphraseDialog
      title={t('settings.sealed.seal.title')}
      description={t('settings.sealed.seal.text')}
      actionLabel={t('store-secrets.store')}
      danger={false}
      task="seal"
      onClose={hide}
    />
  );
}

/** Sets the first passphrase, which then also locks the app. */
function NewPassphraseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const chosen = useNewPassphrase();
  const { passphrase } = chosen;
  const setting = useAction(() => api.lock.setPassphrase({ passphrase, seal: true }), { onDone: onClose, toastsLate: true });
  return (
    <FormDialog
      title={t('settings.sealed.seal.title')}
      description={t('store-secrets.text')}
      actionLabel={t('store-secrets.store')}
      busy={setting.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (chosen.check()) void setting.run();
      }}
    >
      <NewPassphraseFields value={chosen} readOnly={setting.isPending} />
      <Callout tone="warn" title={t('settings.passphrase.lost')}>
        {t('settings.passphrase.lost.text')}
      </Callout>
      {setting.failure !== null && <FormFailure report={setting.failure} />}
    </FormDialog>
  );
}
