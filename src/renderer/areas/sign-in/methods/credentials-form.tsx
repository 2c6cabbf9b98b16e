import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import styles from '#parts/sign-in-card.module.css';
import { CardPasswordInput, EmailInput } from '#parts/sign-in-card.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { FailureCallout } from '../card/failure-callout';
import { failurePosition } from '../card/failure-position';
import { type Credentials, passwordLimits, type CredentialsForm as State } from './credentials';

interface CredentialsFormProps {
  state: State;
  submitLabel: MessageKey;
  /** Null if only the email is needed. */
  autoComplete: 'current-password' | 'new-password' | null;
  /** What is wrong with a password before it is sent. */
  checkPassword?: (password: string) => MessageKey | undefined;
  emailHelp?: ReactNode;
  /** Stands beside the password's label. */
  passwordAside?: ReactNode;
  passwordHelp?: ReactNode;
  /** Why it can't be submitted now. */
  disabledReason?: string | undefined;
  /** Stands above the button. */
  children?: ReactNode;
}

/** The form with email and password. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { state, submitLabel, disabledReason } = props;
  const { form, failure, submit } = state;
  const { t } = useMessages();
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(state, props.autoComplete !== null);
  const retry = () => {
    // The callout is removed together with the button that was pressed.
    button.current?.focus();
    submit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div className={styles.form}>
      {failure !== null && <FailureCallout report={failure} onRetry={retry} />}
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <EmailField {...props} />
        {props.autoComplete !== null && <PasswordField {...props} autoComplete={props.autoComplete} />}
        {props.children}
        <Button
          ref={button}
          type="submit"
          variant="primary"
          className={styles.submit}
          busy={form.formState.isSubmitting}
          disabledReason={disabledReason}
        >
          {t(submitLabel)}
        </Button>
      </form>
    </div>
  );
}

const emailProblems = { missing: 'sign-in.email.missing', invalid: 'sign-in.email.invalid' } as const satisfies Record<string, MessageKey>;
const passwordMissing: MessageKey = 'sign-in.password.missing';

function EmailField({ state, emailHelp }: CredentialsFormProps) {
  const validate = (email: string) => /^[^\s@]+@\S+$/.test(email.trim()) || emailProblems.invalid;
  const input = state.form.register('email', { required: emailProblems.missing, validate });
  return <EmailInput {...input} error={useFieldError(state, 'email')} help={emailHelp} />;
}

function PasswordField(props: CredentialsFormProps & { autoComplete: string }) {
  const { state, autoComplete, checkPassword, passwordHelp, passwordAside } = props;
  const validate = (password: string) => checkPassword?.(password) ?? true;
  const input = state.form.register('password', { required: passwordMissing, validate });
  const error = useFieldError(state, 'password');
  return <CardPasswordInput {...input} error={error} help={passwordHelp} aside={passwordAside} autoComplete={autoComplete} />;
}

function useFirstFocus({ form }: State, hasPassword: boolean): void {
  const { setFocus, getValues } = form;
  useEffect(() => {
    // Don't steal focus if the user focused another control while the project was loading.
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.id !== 'content') return;
    setFocus(getValues('email') === '' || !hasPassword ? 'email' : 'password');
  }, [setFocus, getValues, hasPassword]);
}

/** Returns the problem of a field, in the current language: the form keeps the key of its text, or that the service refused the value. */
function useFieldError({ form, failure }: State, name: keyof Credentials): string | undefined {
  const messages = useMessages();
  const { type, message = '' } = form.formState.errors[name] ?? {};
  if (type === 'service') return failure === null ? undefined : refusalText(messages, failure);
  return messages.has(message) ? messages.t(message, passwordLimits) : undefined;
}

function refusalText(messages: Translator, failure: ErrorReport): string {
  const place = failurePosition(failure);
  return 'text' in place && place.text !== undefined ? messages.t(place.text) : errorText(messages, failure).title;
}
