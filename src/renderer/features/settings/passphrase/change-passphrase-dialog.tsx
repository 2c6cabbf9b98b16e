import { useState } from 'react';
import { api } from '../../../api';
import { FormFailure } from '../../../blocks/form/form-failure';
import { NewPassphraseFields, useNewPassphrase } from '../../../blocks/passphrase/new-passphrase';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { CurrentPassphraseField } from './current-passphrase-field';
import { useAttempt } from './use-attempt';

/** Changes the passphrase, with the current one. */
export function ChangePassphraseDialog({ onClose }: { onClose: () => void }) {
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
