import { type ReactNode, useState } from 'react';
import { api } from '#data/api.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { CurrentPassphraseField } from './current-passphrase-field';
import { useAttempt } from './use-attempt';

const tasks = {
  remove: (current: string) => api.lock.removePassphrase({ current }),
  seal: (current: string) => api.lock.setSealed({ current, sealed: true }),
  unseal: (current: string) => api.lock.setSealed({ current, sealed: false }),
} as const;

interface PassphraseDialogProps {
  title: string;
  description: ReactNode;
  actionLabel: string;
  danger: boolean;
  task: keyof typeof tasks;
  onClose: () => void;
}

/** Asks for the passphrase before what it protects is changed. */
export function PassphraseDialog({ title, description, actionLabel, danger, task, onClose }: PassphraseDialogProps) {
  const { t } = useMessages();
  const [passphrase, setPassphrase] = useState('');
  const attempt = useAttempt(onClose);
  const action = useAction(() => tasks[task](passphrase), { onDone: attempt.answered });
  return (
    <FormDialog
      title={title}
      description={description}
      actionLabel={actionLabel}
      danger={danger}
      busy={action.isPending}
      onClose={onClose}
      onSubmit={() => (passphrase === '' ? attempt.missing() : void action.run())}
    >
      <CurrentPassphraseField
        label={t('sealed.passphrase')}
        attempt={attempt}
        value={passphrase}
        onValueChange={setPassphrase}
        readOnly={action.isPending}
      />
      {action.failure !== null && <FormFailure report={action.failure} />}
    </FormDialog>
  );
}
