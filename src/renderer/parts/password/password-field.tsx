import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { type BoundField, useFormField } from '../form/use-form-field';
import { PasswordRulesList } from './password-rules-list';

interface PasswordFieldProps<F extends FieldValues, P extends FieldPath<F>> extends BoundField<F, P> {
  /** Whether a new password is chosen, whose rules are shown. */
  isNew: boolean;
  /** Whether it is the password of the user of Latchkey, which a password manager may fill in. */
  isOwn?: boolean;
}

/** The password of an account. */
export function PasswordField<F extends FieldValues, P extends FieldPath<F>>({
  form,
  name,
  isNew,
  isOwn = true,
}: PasswordFieldProps<F, P>) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  const autoComplete = isNew ? 'new-password' : 'current-password';
  return (
    <Field label={label} error={error} help={isNew ? <PasswordRulesList password={value} /> : undefined}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          autoComplete={isOwn ? autoComplete : 'off'}
          value={value}
          onChange={(event) => onChange(event.target.value as FieldPathValue<F, P>)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
