import { z } from 'zod';
import { passwordLength } from '../../../../contract/limits';
import { password } from '../../../../contract/service/models/fields';
import { type CallForm, useCallForm } from '../../../blocks/form/use-call-form';
import { useFormField } from '../../../blocks/form/use-form-field';
import { checkPassword } from '../../../blocks/password/password-rules';
import { PasswordRulesList } from '../../../blocks/password/password-rules-list';
import { useMessages } from '../../../lib/use-messages';
import { useChangePassword } from '../../../queries/account/own-methods';
import { useConnection } from '../../../stores/connections';
import { Callout } from '../../../ui/feedback/callout';
import { useToasts } from '../../../ui/feedback/toasts';
import { Field } from '../../../ui/inputs/field';
import { PasswordInput } from '../../../ui/inputs/password-input';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { FailureLine } from '../failure-line';
import type { OwnAccount } from '../own-account';

interface Passwords {
  old_password: string;
  new_password: string;
}

/** The service's limits for a new password, which its own schema checks only in part (wire/limits 1). */
const newPassword = password.min(passwordLength.min).refine((text) => checkPassword(text).problem === null);
const setting = z.object({ new_password: newPassword });
const changing = setting.extend({ old_password: password.min(1) });

/** The service's errors by the field that they are about. */
const errorFields = {
  PASSWORD_CONFIRMATION_MISMATCH: 'old_password',
  PASSWORD_TOO_SHORT: 'new_password',
  PASSWORD_TOO_LONG: 'new_password',
  PASSWORD_REQUIREMENTS_NOT_MET: 'new_password',
} as const;

/** Sets the password, or changes it. Becomes the other form when the account gets a password elsewhere, and keeps what was typed. */
export function PasswordDialog({ own, onClose }: { own: OwnAccount; onClose: () => void }) {
  const { t } = useMessages();
  const { connectionId, accountId, user } = own;
  const hasPassword = user.has_password;
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: save } = useChangePassword(connectionId, accountId);
  const form = useCallForm<Passwords, typeof changing | typeof setting>({
    stored: { old_password: '', new_password: '' },
    fields: {
      old_password: { label: t('methods.password.current'), missing: t('methods.password.missing') },
      new_password: { label: t('methods.password.new'), missing: t('methods.password.missing') },
    },
    schema: hasPassword ? changing : setting,
    toInput: (values) => values,
    errorFields,
    isNew: true,
    async save(_input, values) {
      await save({ from: hasPassword ? values.old_password : null, to: values.new_password });
      show({ tone: 'good', title: t(hasPassword ? 'methods.password.changed' : 'methods.password.added') });
      onClose();
    },
  });
  const title = t(hasPassword ? 'methods.password.change' : 'methods.password.add');
  return (
    <FormDialog title={title} environment={environment} actionLabel={title} busy={form.isSaving} onClose={onClose} onSubmit={form.save}>
      {hasPassword && <PasswordField form={form} name="old_password" />}
      <PasswordField form={form} name="new_password" />
      <Callout tone="neutral" title={t(hasPassword ? 'methods.password.ends-sessions' : 'methods.password.keeps-sessions')} />
      <FailureLine report={form.failure} unknown="methods.password.unknown" />
    </FormDialog>
  );
}

function PasswordField({ form, name }: { form: CallForm<Passwords>; name: keyof Passwords }) {
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name });
  const isNew = name === 'new_password';
  return (
    <Field label={label} error={error} help={isNew ? <PasswordRulesList password={value} /> : undefined}>
      {(control) => (
        <PasswordInput
          {...control}
          ref={ref}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
