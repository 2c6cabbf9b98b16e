import { z } from 'zod';
import type { ContactChannel } from '../../../../contract/service/models/models';
import { newEmail, newEmailErrors } from '../../../blocks/emails/new-email';
import { FailureLine } from '../../../blocks/form/failure-line';
import { SwitchField } from '../../../blocks/form/switch-field';
import { TextField } from '../../../blocks/form/text-field';
import { useCallForm } from '../../../blocks/form/use-call-form';
import { useMessages } from '../../../lib/use-messages';
import { useAddEmail } from '../../../queries/user/emails';
import type { UserOf } from '../../../queries/user/user-of';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { FormDialog } from '../../../ui/overlays/form-dialog';

interface AddUserEmailDialogProps {
  of: UserOf;
  emails: readonly ContactChannel[];
  onClose: () => void;
}

const flags = { isPrimary: z.boolean(), isUsed: z.boolean(), isVerified: z.boolean() };

/** Adds an address with the state that the project admin chooses. Sends no email. */
export function AddUserEmailDialog({ of, emails, onClose }: AddUserEmailDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(of.connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: add } = useAddEmail(of);
  const form = useCallForm({
    stored: { value: '', isPrimary: !emails.some(({ is_primary }) => is_primary), isUsed: true, isVerified: false },
    fields: {
      value: { label: t('own-emails.address') },
      isVerified: { label: t('own-emails.verified') },
      isUsed: { label: t('own-emails.column.sign-in') },
      isPrimary: { label: t('own-emails.primary') },
    },
    schema: z.strictObject({ value: newEmail(emails, 'users.emails.known'), ...flags }),
    toInput: (values) => ({ ...values, value: values.value.trim() }),
    errorFields: newEmailErrors,
    isNew: true,
    async save(input) {
      await add(input);
      show({ tone: 'good', title: ({ t }) => t('own-emails.added', { email: input.value }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('own-emails.add')}
      description={t('users.emails.add.text')}
      environment={environment}
      actionLabel={t('own-emails.add')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <TextField form={form} name="value" isEmail autoComplete="off" maxLength={320} />
      <SwitchField form={form} name="isVerified" help={t('users.emails.add.verified')} />
      <SwitchField form={form} name="isUsed" help={t('users.emails.add.used')} />
      <SwitchField form={form} name="isPrimary" help={t('users.emails.add.primary')} />
      <FailureLine report={form.failure} unknown="own-emails.add.unknown" />
    </FormDialog>
  );
}
