import { z } from 'zod';
import { type EmailCategory, emailCategories } from '#contract/service/models/mail-models.ts';
import { useSendUserEmail } from '#data/emails.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type CallForm, useCallForm } from '../form/use-call-form';
import type { Recipients } from './use-recipients';

interface EmailValues {
  readonly subject: string;
  readonly html: string;
  readonly notification_category_name: EmailCategory;
}

export type EmailForm = CallForm<EmailValues>;

/** The service accepts an empty subject and an empty content too. */
const schema = z.object({
  subject: z.string().trim().min(1),
  html: z.string().refine((html) => html.trim() !== ''),
  notification_category_name: z.enum(emailCategories),
});

const empty: EmailValues = { subject: '', html: '', notification_category_name: 'Transactional' };

interface EmailFormOptions {
  readonly connectionId: string;
  /** Whether the release sends to all with one request. */
  readonly isTogether: boolean;
  readonly recipients: Recipients;
}

/** Returns the form of an email to users. Saving sends it to the recipients who still have to get it. */
export function useEmailForm({ connectionId, isTogether, recipients }: EmailFormOptions): EmailForm {
  const { t } = useMessages();
  const send = useSendUserEmail(connectionId, isTogether);
  return useCallForm<EmailValues, typeof schema>({
    stored: empty,
    isNew: true,
    fields: {
      subject: { label: t('send-email.subject'), missing: t('send-email.subject.missing') },
      html: { label: t('send-email.html'), missing: t('send-email.html.missing'), invalid: t('send-email.html.missing') },
      notification_category_name: { label: t('send-email.category') },
    },
    schema,
    toInput: (values) => values,
    save: (email) =>
      send(
        email,
        recipients.waiting.map(({ id }) => id),
        recipients.report,
      ),
  });
}
