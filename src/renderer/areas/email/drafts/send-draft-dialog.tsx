import { useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { EmailDraft } from '#contract/service/models/mail-models.ts';
import { sendTogether } from '#data/emails.ts';
import { useAdminProject } from '#data/project.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { timeFieldValue, timeOfField } from '#lib/intl/local-time.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useRecipients } from '#parts/send-email/recipients.ts';
import { RecipientsField } from '#parts/send-email/recipients-field.tsx';
import { SendFailure, SentResults } from '#parts/send-email/sent-results.tsx';
import { SharedServerCallout, useIsShared } from '#parts/send-email/shared-server.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { sendDraft } from './draft-data';
import styles from './send-draft.module.css';

interface SendDraftDialogProps {
  connectionId: string;
  draft: EmailDraft;
  onClose: () => void;
}

const nobody: readonly never[] = [];

/** Sends a draft to chosen users or to everyone, now or later. Says for each chosen user what became of it, and where the emails are listed. */
export function SendDraftDialog({ connectionId, draft, onClose }: SendDraftDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const recipients = useRecipients(nobody);
  const isShared = useIsShared(connectionId);
  const [to, setTo] = useState<'chosen' | 'everyone'>('chosen');
  const [isConfirming, setConfirming] = useState(false);
  const [lost, setLost] = useState<ErrorReport | null>(null);
  const [sentTo, setSentTo] = useState<number | null>(null);
  const timing = useTiming(connectionId);
  const sending = useAction(async () => {
    const ids = recipients.waiting.map(({ id }) => id);
    await sendTogether(ids, (userIds) => sendDraft(connectionId, draft.id, userIds, timing.sending), recipients.report);
  });
  if (sentTo !== null || (!sending.isPending && recipients.isDone)) {
    const count = sentTo === null ? {} : { count: sentTo };
    return <SentResults connectionId={connectionId} recipients={recipients} isTogether {...count} onClose={onClose} />;
  }
  const submit = () => {
    if (!timing.check()) return;
    setLost(null);
    if (to === 'everyone') setConfirming(true);
    else void sending.run();
  };
  const lack = to === 'chosen' && recipients.waiting.length === 0 ? t('send-email.recipients.none') : undefined;
  const options = (['chosen', 'everyone'] as const).map((value) => ({ value, label: t(`email.draft.to.${value}`) }));
  return (
    <FormDialog
      title={t('email.draft.send.title')}
      description={t('email.draft.send.text')}
      environment={connection?.environment}
      width={560}
      actionLabel={to === 'everyone' ? t('email.draft.send.everyone') : t('send-email.send', { count: recipients.waiting.length })}
      busy={sending.isPending}
      busyReason={t('send-email.busy')}
      disabledReason={isShared ? t('send-email.shared') : lack}
      onClose={onClose}
      onSubmit={submit}
    >
      {isShared && <SharedServerCallout connectionId={connectionId} onLeave={onClose} />}
      <FailureLine report={lost} unknown="email.draft.everyone.lost" />
      <SendFailure failure={sending.failure} isSending={sending.isPending} recipients={recipients} />
      <Segmented label={t('email.draft.to')} value={to} options={options} onValueChange={setTo} />
      {to === 'chosen' ? (
        <RecipientsField connectionId={connectionId} recipients={recipients} isLocked={sending.isPending} />
      ) : (
        <Callout tone="warn" title={t('email.draft.everyone')}>
          {t('email.draft.everyone.text')}
        </Callout>
      )}
      <TimingFields timing={timing} />
      {isConfirming && (
        <EveryoneDialog
          connectionId={connectionId}
          send={() => sendDraft(connectionId, draft.id, 'everyone', timing.sending)}
          onSent={setSentTo}
          onLost={setLost}
          onClose={() => setConfirming(false)}
        />
      )}
    </FormDialog>
  );
}

/** When and how urgently a draft is sent, as far as the service's release can tell it. */
function useTiming(connectionId: string) {
  const features = useConnection(connectionId)?.features;
  const serviceNow = useServiceNow();
  const [isLater, setLater] = useState(false);
  const [text, setText] = useState(() => timeFieldValue(serviceNow() + 3_600_000));
  const [isUrgent, setUrgent] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const at = timeOfField(text);
  return {
    canSchedule: features?.['scheduled-emails'] === true,
    canHurry: features?.['delivery-figures'] === true,
    isLater,
    setLater,
    text,
    setText,
    isUrgent,
    setUrgent,
    isPast: at !== undefined && at <= serviceNow(),
    isInvalid: isChecked && at === undefined,
    sending: { at: isLater ? at : undefined, isUrgent },
    /** Whether it can be sent like this; says in the field why not. */
    check(): boolean {
      setChecked(true);
      return !isLater || at !== undefined;
    },
  };
}

function TimingFields({ timing }: { timing: ReturnType<typeof useTiming> }) {
  const { t } = useMessages();
  const options = (['now', 'later'] as const).map((value) => ({ value, label: t(`email.draft.when.${value}`) }));
  return (
    <div className={styles.timing}>
      {timing.canSchedule && (
        <Segmented
          label={t('email.draft.when')}
          value={timing.isLater ? 'later' : 'now'}
          options={options}
          onValueChange={(value) => timing.setLater(value === 'later')}
        />
      )}
      {timing.isLater && (
        <Field
          label={t('email.outbox.schedule.time')}
          help={t('email.outbox.schedule.help')}
          warning={timing.isPast ? t('email.outbox.schedule.past') : undefined}
          error={timing.isInvalid ? t('email.outbox.schedule.invalid') : undefined}
        >
          {(control) => (
            <TextInput {...control} type="datetime-local" value={timing.text} onChange={({ target }) => timing.setText(target.value)} />
          )}
        </Field>
      )}
      {timing.canHurry && (
        <CheckboxChoice
          label={t('email.draft.urgent')}
          note={t('email.draft.urgent.note')}
          checked={timing.isUrgent}
          onChange={timing.setUrgent}
        />
      )}
    </div>
  );
}

interface EveryoneDialogProps {
  connectionId: string;
  send: () => Promise<{ readonly results: readonly unknown[] }>;
  /** Receives the number of users to whom it goes. */
  onSent: (count: number) => void;
  /** Receives the failure after which the emails may have been sent. */
  onLost: (report: ErrorReport) => void;
  onClose: () => void;
}

/** Asks before an email goes to every user. It closes after a lost response, so that nothing is sent again without another question. */
function EveryoneDialog({ connectionId, send, onSent, onLost, onClose }: EveryoneDialogProps) {
  const { t } = useMessages();
  const connection = useConnection(connectionId);
  const project = useAdminProject(connectionId, true);
  const name = shownNameToType(project.data?.display_name, connection?.projectId ?? '');
  const confirm = async () => {
    try {
      onSent((await send()).results.length);
    } catch (thrown) {
      const report = reportOf(thrown);
      if (!isOutcomeUnknown(report)) throw thrown;
      onLost(report);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.draft.everyone.title')}
      consequence={t('email.draft.everyone.consequence')}
      confirmLabel={t('email.draft.send.everyone')}
      typeToConfirm={connection?.safety === 'type-to-destroy' ? undefined : name}
      environment={connection?.environment}
      onConfirm={confirm}
    />
  );
}
