import { useRef, useState } from 'react';
import { api } from '../../../../api';
import { FormFailure } from '../../../../blocks/form/form-failure';
import { PassphraseInput } from '../../../../blocks/passphrase/passphrase-input';
import { errorText } from '../../../../lib/errors/error-text';
import { useAction } from '../../../../lib/use-action';
import { useMessages } from '../../../../lib/use-messages';
import { Field } from '../../../../ui/inputs/field';
import { FormDialog } from '../../../../ui/overlays/form-dialog';
import type { OpenedFile } from './import-progress';

interface PassphraseStepProps {
  title: string;
  text: string;
  onOpened: (opened: OpenedFile) => void;
  onClose: () => void;
}

/** Opens a sealed file with its passphrase. */
export function PassphraseStep({ title, text, onOpened, onClose }: PassphraseStepProps) {
  const messages = useMessages();
  const { t } = messages;
  const [passphrase, setPassphrase] = useState('');
  const [isTried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opening = useAction(() => api.sealedConnections.open({ text, passphrase }), {
    onDone: onOpened,
    onFailure: () => input.current?.select(),
  });
  const { failure } = opening;
  const isWrong = failure?.code === 'passphrase-wrong';
  const missing = isTried && passphrase === '' ? t('sealed.passphrase.missing') : undefined;
  const submit = () => {
    setTried(true);
    if (passphrase !== '') void opening.run();
  };
  return (
    <FormDialog
      title={title}
      description={t('sealed.import.text')}
      actionLabel={t('sealed.import.open')}
      busy={opening.isPending}
      busyReason={t('sealed.import.busy')}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('sealed.passphrase')} error={missing ?? (isWrong ? errorText(messages, failure).title : undefined)}>
        {(control) => (
          <PassphraseInput {...control} ref={input} value={passphrase} onChange={(event) => setPassphrase(event.target.value)} />
        )}
      </Field>
      {failure !== null && !isWrong && <FormFailure report={failure} />}
    </FormDialog>
  );
}
