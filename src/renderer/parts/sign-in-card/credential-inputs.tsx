import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';

interface CredentialInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  error?: string | undefined;
  help?: ReactNode;
  /** Stands beside the label. */
  aside?: ReactNode;
}

/** The email field of the sign-in card. */
export function EmailInput({ error, help, aside, ...input }: CredentialInputProps) {
  const { t } = useMessages();
  return (
    <Field label={t('sign-in.email')} error={error} help={help} aside={aside}>
      {(control) => <TextInput inputMode="email" autoComplete="username" autoCapitalize="off" maxLength={320} {...input} {...control} />}
    </Field>
  );
}

/** The password field of the sign-in card. */
export function CardPasswordInput({ error, help, aside, ...input }: CredentialInputProps) {
  const { t } = useMessages();
  return (
    <Field label={t('sign-in.password')} error={error} help={help} aside={aside}>
      {(control) => <PasswordInput maxLength={1024} {...input} {...control} />}
    </Field>
  );
}
