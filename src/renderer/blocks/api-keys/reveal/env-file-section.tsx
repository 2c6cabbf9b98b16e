import { Download, FileLock } from 'lucide-react';
import { useState } from 'react';
import { envLine, envName } from '../../../../contract/env-line';
import type { SecretReference } from '../../../../contract/service/models/secret';
import { api } from '../../../api';
import { offerDownload } from '../../../lib/export/offer-download';
import { isElectron } from '../../../lib/is-electron';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { Field } from '../../../ui/inputs/field';
import { TextInput } from '../../../ui/inputs/text-input';
import { FormFailure } from '../../form/form-failure';
import { ChosenFile } from './chosen-file';
import styles from './reveal-dialog.module.css';

interface SaveProps {
  secret: SecretReference;
  name: string;
  /** Why the name can't be used. */
  invalid: string | undefined;
}

/** Saves a secret as a variable of an environment file. */
export function EnvFileSection({ secret }: { secret: SecretReference }) {
  const { t } = useMessages();
  const [name, setName] = useState('API_KEY');
  const invalid = envName.test(name) ? undefined : t('api-keys.env.name.invalid');
  return (
    <div className={styles.env}>
      <Field label={t('api-keys.env.name')} error={invalid}>
        {(control) => (
          <TextInput {...control} className={styles.variable} value={name} onChange={(event) => setName(event.target.value.trim())} />
        )}
      </Field>
      {isElectron ? (
        <ChosenFile secret={secret} name={name} invalid={invalid} />
      ) : (
        <DownloadedFile secret={secret} name={name} invalid={invalid} />
      )}
    </div>
  );
}

/** A browser saves downloads as it saves all files, so nothing is promised about existing lines and other users. */
function DownloadedFile({ secret, name, invalid }: SaveProps) {
  const { t } = useMessages();
  const download = useAction(async () => {
    const { text } = await api.secrets.reveal({ ref: secret.ref });
    offerDownload('latchkey.env', 'text/plain', `${envLine(name, text)}\n`);
  });
  return (
    <>
      <div className={styles.actions}>
        <Button icon={Download} busy={download.isPending} disabledReason={invalid} onClick={() => void download.run()}>
          {t('api-keys.env.download')}
        </Button>
        <span className={styles.hint}>
          <Icon of={FileLock} size={14} />
          {t('api-keys.env.download.text')}
        </span>
      </div>
      {download.failure !== null && <FormFailure report={download.failure} />}
    </>
  );
}
