import type { ComponentProps, ReactNode } from 'react';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ProviderIcon } from '#ui/data/provider-icon.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import styles from './provider-list.module.css';

/** Which parts the sign-in card has for a project's configuration. */
interface CardConfig {
  readonly credential_enabled: boolean;
  readonly magic_link_enabled: boolean;
  readonly passkey_enabled: boolean;
  readonly enabled_oauth_providers: readonly { readonly id: string }[];
}

interface SignInParts {
  /** Whether there are methods above the form, which use the browser: providers and passkeys. */
  readonly hasBrowserMethods: boolean;
  /** Whether there is a form with an email address. */
  readonly hasForm: boolean;
  /** Whether the form can change between a password and a one-time code. */
  readonly hasBothForms: boolean;
  /** What the form starts with. */
  readonly mode: 'password' | 'code';
}

/** Returns the parts of the sign-in card. */
export function signInParts(config: CardConfig): SignInParts {
  const { credential_enabled: hasPassword, magic_link_enabled: hasCode } = config;
  return {
    hasBrowserMethods: config.enabled_oauth_providers.length > 0 || config.passkey_enabled,
    hasForm: hasPassword || hasCode,
    hasBothForms: hasPassword && hasCode,
    mode: hasPassword ? 'password' : 'code',
  };
}

interface ProviderListProps {
  providers: readonly { readonly id: string }[];
  /** Returns the accessible name of a provider's button. */
  labelOf: (name: string) => string;
  /** The provider whose sign-in is being started. */
  busyId?: string | undefined;
  disabledReason?: string | undefined;
  /** Returns the class of a provider's button, for one that stands out. */
  classOf?: (id: string) => string | undefined;
  onPick?: (id: string) => void;
}

/** One button per OAuth provider, as the sign-in card shows them. */
export function ProviderList({ providers, labelOf, busyId, disabledReason, classOf, onPick }: ProviderListProps) {
  return (
    <ul className={styles.list}>
      {providers.map(({ id }) => (
        <li key={id} className={classOf?.(id)}>
          <Button
            className={styles.provider}
            busy={busyId === id}
            disabledReason={disabledReason}
            aria-label={labelOf(providerName(id))}
            onClick={() => onPick?.(id)}
          >
            {busyId !== id && <ProviderIcon id={id} name={providerName(id)} />}
            {providerName(id)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

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
