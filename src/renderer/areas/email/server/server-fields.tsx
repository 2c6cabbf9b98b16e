import { useMessages } from '#lib/use-messages.ts';
import { SelectField } from '#parts/form/select-field.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useFormField } from '#parts/form/use-form-field.ts';
import type { GuardedForm } from '#parts/form/use-guarded-form.ts';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import styles from '../email.module.css';
import { keepsPassword, maxPasswordLength, type ServerValues } from './server-values';

interface ServerFieldsProps {
  form: GuardedForm<ServerValues>;
  isReadOnly: boolean;
}

/** Shared or own server, and the own one's address, login, and sender. */
export function ServerFields({ form, isReadOnly }: ServerFieldsProps) {
  const { t } = useMessages();
  const types = [
    { value: 'shared', label: t('email.server.type.shared') },
    { value: 'standard', label: t('email.server.type.standard') },
  ];
  const { type } = form.values;
  return (
    <>
      <PageSection title={t('email.server')} text={t('email.server.text')}>
        <Card className={styles.form}>
          <SelectField form={form} name="type" options={types} help={t(`email.server.type.${type}.help`)} disabled={isReadOnly} />
          {type === 'standard' && <Connection form={form} isReadOnly={isReadOnly} />}
        </Card>
      </PageSection>
      {type === 'standard' && (
        <PageSection title={t('email.sender')} text={t('email.sender.text')}>
          <Card className={styles.form}>
            <TextField form={form} name="sender_name" dir="auto" readOnly={isReadOnly} />
            <TextField
              form={form}
              name="sender_email"
              type="email"
              isEmail
              help={t('email.server.sender-email.help')}
              readOnly={isReadOnly}
            />
          </Card>
        </PageSection>
      )}
    </>
  );
}

function Connection({ form, isReadOnly }: ServerFieldsProps) {
  const { t } = useMessages();
  return (
    <>
      <div className={styles.address}>
        <TextField form={form} name="host" isCode placeholder={t('email.server.host.example')} readOnly={isReadOnly} />
        <TextField form={form} name="port" isCode inputMode="numeric" maxLength={5} readOnly={isReadOnly} />
      </div>
      <p className={styles.quiet}>{t('email.server.port.help')}</p>
      <TextField form={form} name="username" isCode autoComplete="off" readOnly={isReadOnly} />
      <Password form={form} isReadOnly={isReadOnly} />
    </>
  );
}

/** Write-only: the stored password never reaches the window. */
function Password({ form, isReadOnly }: ServerFieldsProps) {
  const { t } = useMessages();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'password' });
  const isStored = keepsPassword(form.values, form.stored);
  const isOtherHost = form.stored.type === 'standard' && value === '' && !isStored;
  const help = isOtherHost ? 'email.server.password.again' : 'email.server.password.help';
  return (
    <Field label={label} error={error} help={t(isStored ? 'email.server.password.stored' : help)}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          dir="ltr"
          autoComplete="off"
          readOnly={isReadOnly}
          maxLength={maxPasswordLength}
          placeholder={isStored ? '••••••••' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
