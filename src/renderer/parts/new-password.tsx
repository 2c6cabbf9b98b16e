import { Check, Circle } from 'lucide-react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import { passwordBytes, passwordLength } from '#contract/limits.ts';
import { password } from '#contract/service/models/fields.ts';
import { cx } from '#lib/class-names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { type BoundField, useFormField } from './form/use-form-field';
import styles from './password-rules-list.module.css';

/** The service's rules for a new password. */
interface PasswordCheck {
  readonly characters: number;
  readonly bytes: number;
  /** The first rule that the password violates; null if it is valid. */
  readonly problem: 'short' | 'long' | 'bytes' | null;
}

const encoder = new TextEncoder();

/** Measures a password as the service does: characters in UTF-16 units, bytes in UTF-8. */
export function checkPassword(password: string): PasswordCheck {
  const characters = password.length;
  const bytes = encoder.encode(password).length;
  return { characters, bytes, problem: problemOf(characters, bytes) };
}

function problemOf(characters: number, bytes: number): PasswordCheck['problem'] {
  if (characters < passwordLength.min) return 'short';
  if (characters > passwordLength.max) return 'long';
  return bytes > passwordBytes ? 'bytes' : null;
}

/** The service's limits for a new password, which its own schema checks only in part (wire/limits 1). */
export const newPassword = password.min(passwordLength.min).refine((text) => checkPassword(text).problem === null);

/** The rules for a new password, ticked off while it is typed. The limit of its bytes is only shown when it is exceeded. */
export function PasswordRulesList({ password }: { password: string }) {
  const { t } = useMessages();
  const { problem, bytes } = checkPassword(password);
  return (
    <ul className={styles.rules} aria-label={t('sign-up.rules')}>
      <Rule met={problem !== 'short' && problem !== 'long'} text={t('sign-up.rule.length', passwordLength)} />
      {bytes > passwordBytes && <Rule met={false} text={t('sign-up.rule.bytes', { max: passwordBytes })} />}
    </ul>
  );
}

function Rule({ met, text }: { met: boolean; text: string }) {
  const { t } = useMessages();
  return (
    <li className={cx(styles.rule, met && styles.met)}>
      <Icon of={met ? Check : Circle} size={13} />
      <span>
        <VisuallyHidden>{t(met ? 'sign-up.rule.met' : 'sign-up.rule.open')} </VisuallyHidden>
        {text}
      </span>
    </li>
  );
}

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
