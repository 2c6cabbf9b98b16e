import type { CallForm } from '../../../blocks/form/use-call-form';
import { useFormField } from '../../../blocks/form/use-form-field';
import type { ProviderSecret } from '../../../lib/rules/project-sign-in/project-sign-in';
import { useMessages } from '../../../lib/use-messages';
import { Field } from '../../../ui/inputs/field';
import { PasswordInput } from '../../../ui/inputs/password-input';
import type { ProviderValues } from './provider-values';

/** The client secret, which can be replaced and never read. */
export function SecretField({ form, secret }: { form: CallForm<ProviderValues>; secret: ProviderSecret }) {
  const { t } = useMessages();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'secret' });
  return (
    <Field label={label} error={error} help={secret.kind === 'none' ? undefined : t('sign-in-methods.provider.secret.kept')}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          what="key"
          canReveal={value !== ''}
          dir="ltr"
          autoComplete="off"
          placeholder={placeholder(secret)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}

function placeholder(secret: ProviderSecret): string {
  if (secret.kind === 'none') return '';
  return secret.kind === 'stored' ? `••••••••${secret.lastFour ?? ''}` : '••••••••';
}
