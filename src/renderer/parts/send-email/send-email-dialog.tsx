import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { emailCategories } from '#contract/service/models/mail-models.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useAdminProject, useDetection } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-area.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';
import { PreviewFrame } from '../email-preview/preview-frame';
import { SelectField } from '../form/select-field';
import { TextField } from '../form/text-field';
import { useFormField } from '../form/use-form-field';
import { UserPicker } from '../user-picker/user-picker';
import { RecipientList } from './recipient-list';
import { isRefused, maxRecipients, refusalOf } from './recipients';
import styles from './send-email.module.css';
import { type EmailForm, useEmailForm } from './use-email-form';
import { type Recipients, useRecipients } from './use-recipients';

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
          {isShared && <SharedCallout connectionId={connectionId} onLeave={onClose} />}
          <Failure form={form} recipients={recipients} />
          <RecipientsField connectionId={connectionId} recipients={recipients} isLocked={form.isSaving} />
          <EmailFields form={form} />
        </div>
      </div>
    </FormDialog>
  );
}

/** Whether the project is known to send with the service's shared server. Without admin access, the service says so when sending. */
function useIsShared(connectionId: string): boolean {
  const connection = useConnection(connectionId);
  const project = useAdminProject(connectionId, connection !== undefined && hasAdminAccess(connection));
  return project.data?.config.email_config.type === 'shared';
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

function SharedCallout({ connectionId, onLeave }: { connectionId: string; onLeave: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const open = () => {
    onLeave();
    void navigate(paths.email(connectionId, 'server'));
  };
  const action = (
    <Button size="sm" onClick={open}>
      {t('send-email.shared.open')}
    </Button>
  );
  return (
    <Callout tone="warn" title={t('send-email.shared')} action={action}>
      {t('send-email.shared.text')}
    </Callout>
  );
}

/** Why nothing was sent, or what is left after a part was. */
function Failure({ form, recipients: { results, waiting } }: { form: EmailForm; recipients: Recipients }) {
  const { t } = useMessages();
  if (form.failure !== null) {
    const isDeleted = refusalOf(form.failure) === 'deleted';
    return <ErrorCallout report={form.failure} next={isDeleted ? t('send-email.deleted.next') : undefined} />;
  }
  if (form.isSaving || results.size === 0) return null;
  const unknown = waiting.filter(({ id }) => results.get(id)?.state === 'unknown').length;
  return (
    <div role="alert">
      {unknown > 0 ? (
        <Callout tone="warn" title={t('send-email.lost')}>
          {t('send-email.lost.text', { count: unknown, rest: waiting.length - unknown })}
        </Callout>
      ) : (
        <Callout tone="warn" title={t('send-email.partly', { count: waiting.length })}>
          {t(waiting.every(({ id }) => isRefused(results.get(id))) ? 'send-email.partly.refused' : 'send-email.partly.text')}
        </Callout>
      )}
    </div>
  );
}

interface RecipientsFieldProps {
  connectionId: string;
  recipients: Recipients;
  isLocked: boolean;
}

function RecipientsField({ connectionId, recipients, isLocked }: RecipientsFieldProps) {
  const { t } = useMessages();
  const [isAdding, setAdding] = useState(recipients.users.length === 0);
  const { users, results, add, remove } = recipients;
  const full = users.length >= maxRecipients ? t('send-email.full', { max: maxRecipients }) : undefined;
  return (
    <div className={styles.group}>
      <div className={styles.heading}>
        <h3>{t('send-email.recipients.count', { count: users.length })}</h3>
        {!isAdding && (
          <Button size="sm" icon={UserPlus} disabledReason={full} onClick={() => setAdding(true)}>
            {t('send-email.add')}
          </Button>
        )}
      </div>
      <RecipientList users={users} results={results} onRemove={isLocked ? undefined : remove} />
      {isAdding && !isLocked && (
        <UserPicker
          connectionId={connectionId}
          label={t('send-email.add')}
          error={full}
          value={null}
          onChange={(user) => user !== null && add(user)}
        />
      )}
    </div>
  );
}

interface SentResultsProps {
  connectionId: string;
  recipients: Recipients;
  /** Whether the release sends in the background. */
  isTogether: boolean;
  onClose: () => void;
}

/** What became of an email that the service has accepted. */
function SentResults({ connectionId, recipients: { users, results }, isTogether, onClose }: SentResultsProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const connection = useConnection(connectionId);
  const open = () => {
    onClose();
    void navigate(paths.email(connectionId, 'sent'));
  };
  const footer = (
    <>
      {connection !== undefined && hasAdminAccess(connection) && <Button onClick={open}>{t('send-email.open-sent')}</Button>}
      <Button variant="primary" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </>
  );
  const count = [...results.values()].filter(({ state }) => state === 'done').length;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('send-email.sent', { count })}
      description={t(isTogether ? 'send-email.sent.queued' : 'send-email.sent.text')}
      environment={connection?.environment}
      width={520}
      footer={footer}
    >
      <div className={styles.results}>
        <RecipientList users={users} results={results} />
      </div>
    </Dialog>
  );
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
