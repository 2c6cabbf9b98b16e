import { z } from 'zod';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import { useAddEmail } from '#data/emails.ts';
import { useConnection } from '#data/topics.ts';
import type { UserOf } from '#data/users.ts';
import { useMessages } from '#lib/use-messages.ts';
import { EmailLinkTarget } from '#parts/email-link-target.tsx';
import { newEmail, newEmailErrors } from '#parts/emails/new-email.ts';
import { useSendEmail } from '#parts/emails/use-send-email.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { TextField } from '#parts/form/text-field.tsx';
import { useCallForm } from '#parts/form/use-call-form.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface AddEmailDialogProps {
  of: UserOf;
  emails: readonly ContactChannel[];
  onClose: () => void;
}

/** Adds an address and emails it a link. Keeps the address when that fails. */
export function AddEmailDialog({ of, emails, onClose }: AddEmailDialogProps) {
  const { t } = useMessages();
  const { connectionId } = of;
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const { mutateAsync: add } = useAddEmail(of);
  const send = useSendEmail(of);
  const form = useCallForm({
    stored: { value: '' },
    fields: { value: { label: t('own-emails.address') } },
    schema: z.strictObject({ value: newEmail(emails, 'own-emails.address.known') }),
    toInput: ({ value }) => ({ value: value.trim() }),
    errorFields: newEmailErrors,
    isNew: true,
    async save({ value }) {
      // Verification emails require a primary address, so the first one becomes it.
      const added = await add({ value, isPrimary: !emails.some(({ is_primary }) => is_primary) });
      show({ tone: 'good', title: ({ t }) => t('own-emails.added', { email: value }) });
      onClose();
      await send(added);
    },
  });
  return (
    <FormDialog
      title={t('own-emails.add')}
      description={t('own-emails.add.text')}
      environment={environment}
      actionLabel={t('own-emails.add')}
      busy={form.isSaving}
      onClose={onClose}
      onSubmit={form.save}
    >
      <TextField form={form} name="value" isEmail autoComplete="email" maxLength={320} />
      <EmailLinkTarget connectionId={connectionId} purpose="contact-channel" />
      <FailureLine report={form.failure} unknown="own-emails.add.unknown" />
    </FormDialog>
  );
}
