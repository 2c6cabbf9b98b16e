import { z } from 'zod';
import { type EmailCategory, emailCategories } from '#contract/service/models/mail-models.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useSendUserEmail } from '#data/emails.ts';
import { useDetection } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { PreviewFrame } from '../email-preview';
import { SelectField } from '../form/select-field';
import { TextField } from '../form/text-field';
import { type CallForm, useCallForm } from '../form/use-call-form';
import { useFormField } from '../form/use-form-field';
import { type Recipients, useRecipients } from './recipients';
import { RecipientsField } from './recipients-field';
import styles from './send-email.module.css';
import { SendFailure, SentResults } from './sent-results';
import { SharedServerCallout, useIsShared } from './shared-server';

interface EmailValues {
  readonly subject: string;
  readonly html: string;
  readonly notification_category_name: EmailCategory;
}

type EmailForm = CallForm<EmailValues>;

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
function useEmailForm({ connectionId, isTogether, recipients }: EmailFormOptions): EmailForm {
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

interface SendEmailDialogProps {
  connectionId: string;
  users: readonly ServerUser[];
  onClose: () => void;
}

/** Writes an email and sends it to users, with a result for each. Stays open while someone still has to get it. */
export function SendEmailDialog({ connectionId, users, onClose }: SendEmailDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const recipients = useRecipients(users);
  const isTogether = connection?.features?.['templates-by-id'] === true;
  const form = useEmailForm({ connectionId, isTogether, recipients });
  const isShared = useIsShared(connectionId);
  const lack = useLack(connectionId, recipients);
  const count = recipients.waiting.length;
  if (!form.isSaving && recipients.isDone) {
    return <SentResults connectionId={connectionId} recipients={recipients} isTogether={isTogether} onClose={onClose} />;
  }
  const disabledReason = isShared ? t('send-email.shared') : lack;
  return (
    <FormDialog
      title={t('send-email.title')}
      description={t('send-email.text')}
      environment={connection?.environment}
      width={860}
      actionLabel={t('send-email.send', { count })}
      busy={form.isSaving}
      busyReason={t('send-email.busy')}
      disabledReason={disabledReason}
      onClose={onClose}
      onSubmit={() => disabledReason === undefined && form.save()}
    >
      <div className={styles.dialog}>
        <div className={styles.results}>
          {isShared && <SharedServerCallout connectionId={connectionId} onLeave={onClose} />}
          <SendFailure failure={form.failure} isSending={form.isSaving} recipients={recipients} />
          <RecipientsField connectionId={connectionId} recipients={recipients} isLocked={form.isSaving} />
          <EmailFields form={form} />
        </div>
      </div>
    </FormDialog>
  );
}

/** Returns why the email can't be sent now; undefined where it can. */
function useLack(connectionId: string, { waiting }: Recipients): string | undefined {
  const { t } = useMessages();
  const features = useConnection(connectionId)?.features;
  // The features arrive with the connection.
  useDetection(connectionId, features === null);
  if (features?.['templates-by-id'] === undefined) return t('send-email.release.unknown');
  return waiting.length === 0 ? t('send-email.recipients.none') : undefined;
}

/** The subject, category, and content of an email, beside its preview. */
function EmailFields({ form }: { form: EmailForm }) {
  const { t } = useMessages();
  const categories = emailCategories.map((value) => ({ value, label: t(`send-email.category.${value}`) }));
  return (
    <div className={styles.columns}>
      <div className={styles.fields}>
        <TextField form={form} name="subject" />
        <SelectField form={form} name="notification_category_name" options={categories} help={t('send-email.category.help')} />
        <ContentField form={form} />
      </div>
      <section className={styles.preview} aria-label={t('send-email.preview')}>
        <h3>{t('send-email.preview')}</h3>
        {form.values.html.trim() === '' ? (
          <p className={styles.note}>{t('send-email.preview.none')}</p>
        ) : (
          <PreviewFrame title={t('send-email.preview.title')} html={form.values.html} />
        )}
      </section>
    </div>
  );
}

function ContentField({ form }: { form: EmailForm }) {
  const { t } = useMessages();
  const { label, error, value, onChange, onBlur, ref } = useFormField({ form, name: 'html' });
  return (
    <Field label={label} help={t('send-email.html.help')} error={error}>
      {(control) => (
        <TextArea
          {...control}
          ref={ref}
          dir="ltr"
          rows={10}
          className={styles.source}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
