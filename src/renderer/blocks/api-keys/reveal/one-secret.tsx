import { useState } from 'react';
import { envName } from '../../../../contract/env-line';
import type { SecretReference } from '../../../../contract/service/models/secret';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { TextInput } from '../../../ui/inputs/text-input';
import { EnvFile } from './env-file';
import styles from './reveal-dialog.module.css';
import { SecretRow } from './secret-row';

/** A new API key, to be copied or saved as a variable whose name the user chooses. */
export function OneSecret({ secret }: { secret: SecretReference }) {
  const { t } = useMessages();
  const [name, setName] = useState('API_KEY');
  const invalid = envName.test(name) ? undefined : t('api-keys.env.name.invalid');
  return (
    <>
      <SecretRow label={t('api-keys.reveal.key')} prefix="sk_" secret={secret} />
      <div className={styles.env}>
        <Field label={t('api-keys.env.name')} error={invalid}>
          {(control) => (
            <TextInput {...control} className={styles.variable} value={name} onChange={(event) => setName(event.target.value.trim())} />
          )}
        </Field>
        <EnvFile entries={[{ name, ref: secret.ref }]} invalid={invalid} />
      </div>
    </>
  );
}
