import type { CallForm } from '../../../blocks/form/use-call-form';
import { useFormField } from '../../../blocks/form/use-form-field';
import { Field } from '../../../ui/inputs/field';
import { PasswordInput } from '../../../ui/inputs/password-input';
import { TextArea } from '../../../ui/inputs/text-area';
import styles from './create-user.module.css';
import type { NewUserValues } from './new-user';

interface FieldProps<N extends keyof NewUserValues> {
  form: CallForm<NewUserValues>;
  name: N;
  help?: string;
}

/** A password, or the hash of one. */
export function SecretField({ form, name, help }: FieldProps<'password' | 'password_hash'>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          autoComplete="new-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

/** Metadata as JSON. It is small here; the user’s page has an editor. */
export function MetadataField({ form, name, help }: FieldProps<'client_metadata' | 'client_read_only_metadata' | 'server_metadata'>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          rows={3}
          dir="ltr"
          className={styles.code}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
