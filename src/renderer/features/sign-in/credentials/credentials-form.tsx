import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { MessageKey } from '../../../../messages/translator';
import { CardPasswordInput, EmailInput } from '../../../blocks/sign-in-card/credential-inputs';
import styles from '../../../blocks/sign-in-card/sign-in-card.module.css';
import { useMessages } from '../../../lib/use-messages';
import { Button } from '../../../ui/inputs/button';
import { FailureCallout } from '../card/failure-callout';
import type { CredentialsForm as State } from './credentials';

interface CredentialsFormProps {
  state: State;
  submitLabel: MessageKey;
  /** Null if only the email is needed. */
  autoComplete: 'current-password' | 'new-password' | null;
  /** What is wrong with a password before it is sent. */
  checkPassword?: (password: string) => string | true;
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
    // The callout goes away with the button that was pressed.
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

function EmailField({ state: { form }, emailHelp }: CredentialsFormProps) {
  const { t } = useMessages();
  const validate = (email: string) => /^\S+@\S+$/.test(email.trim()) || t('sign-in.email.invalid');
  const input = form.register('email', { required: t('sign-in.email.missing'), validate });
  return <EmailInput {...input} error={form.formState.errors.email?.message} help={emailHelp} />;
}

function PasswordField(props: CredentialsFormProps & { autoComplete: string }) {
  const { state, autoComplete, checkPassword, passwordHelp, passwordAside } = props;
  const { form } = state;
  const { t } = useMessages();
  const validate = (password: string) => checkPassword?.(password) ?? true;
  const input = form.register('password', { required: t('sign-in.password.missing'), validate });
  const error = form.formState.errors.password?.message;
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
