import { useFormField } from '../../../blocks/form/use-form-field';
import type { GuardedForm } from '../../../blocks/form/use-guarded-form';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { TextInput } from '../../../ui/inputs/text-input';
import styles from './user-overview.module.css';
import type { UserValues } from './user-values';

interface ImageUrlFieldProps {
  form: GuardedForm<UserValues>;
  disabledReason: string | undefined;
}

/** The URL of an image that is stored elsewhere, instead of an uploaded one. */
export function ImageUrlField({ form, disabledReason }: ImageUrlFieldProps) {
  const { t } = useMessages();
  const { value, error, onChange, onBlur, ref } = useFormField({ form, name: 'profile_image_url' });
  const isUploaded = value?.startsWith('data:') === true;
  return (
    <Field label={t('users.field.image-url')} error={error} help={t('users.edit.image-url.help')}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          dir="ltr"
          className={styles.code ?? ''}
          readOnly={disabledReason !== undefined}
          placeholder={isUploaded ? t('users.field.image-url.uploaded') : undefined}
          value={isUploaded ? '' : (value ?? '')}
          onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
