import { Ban, CalendarClock, type LucideIcon, Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { actionsOf, type OutboxAction } from '#contract/service/models/outbox-actions.ts';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { timeFieldValue, timeOfField } from '#lib/intl/local-time.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from '../email.module.css';
import type { OutboxActions as Actions } from './use-outbox-actions';

const icons: Readonly<Record<OutboxAction, LucideIcon>> = {
  pause: Pause,
  resume: Play,
  schedule: CalendarClock,
  retry: RotateCw,
  cancel: Ban,
};

interface OutboxActionsProps {
  connectionId: string;
  email: OutboxEmail;
  actions: Actions;
  /** Whether the content of the email was read, which some actions send. */
  isRead: boolean;
}

/** What can be done with an email in its state. Why an action failed is shown with the email. */
export function OutboxActions({ connectionId, email, actions, isRead }: OutboxActionsProps) {
  const { t } = useMessages();
  const [asked, setAsked] = useState<'schedule' | 'cancel' | null>(null);
  const readOnly = useReadOnlyReason(connectionId);
  const { pending } = actions;
  const close = () => setAsked(null);
  const press = (action: OutboxAction) => {
    if (action === 'schedule' || action === 'cancel') setAsked(action);
    else void actions.run(action);
  };
  const wait = isRead && pending === undefined ? undefined : t('ui.loading');
  return (
    <div className={styles.actions}>
      {actionsOf(email).map((action) => (
        <Button
          key={action}
          icon={icons[action]}
          variant={action === 'cancel' ? 'danger' : 'default'}
          busy={pending === action}
          disabledReason={readOnly ?? (pending === action ? undefined : wait)}
          onClick={() => press(action)}
        >
          {t(`email.outbox.${action}`)}
        </Button>
      ))}
      {asked === 'schedule' && <ScheduleDialog connectionId={connectionId} email={email} actions={actions} onClose={close} />}
      {asked === 'cancel' && <CancelDialog connectionId={connectionId} actions={actions} onClose={close} />}
    </div>
  );
}

interface CancelDialogProps {
  connectionId: string;
  actions: Actions;
  onClose: () => void;
}

/** Asks before an email is canceled. Why that failed is shown with the email, whose state may be the reason. */
function CancelDialog({ connectionId, actions, onClose }: CancelDialogProps) {
  const { t } = useMessages();
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('email.outbox.cancel.title')}
      consequence={t('email.outbox.cancel.consequence')}
      confirmLabel={t('email.outbox.cancel.confirm')}
      cancelLabel={t('email.outbox.cancel.keep')}
      environment={useConnection(connectionId)?.environment}
      onConfirm={() => actions.run('cancel')}
    />
  );
}

interface ScheduleDialogProps {
  connectionId: string;
  email: OutboxEmail;
  actions: Actions;
  onClose: () => void;
}

/** Changes when an email is sent. Closes when that has ended; why it failed is shown with the email. */
function ScheduleDialog({ connectionId, email, actions, onClose }: ScheduleDialogProps) {
  const { t } = useMessages();
  const serviceNow = useServiceNow();
  const [text, setText] = useState(timeFieldValue(email.scheduled_at_millis ?? serviceNow()));
  const [isChecked, setChecked] = useState(false);
  const time = timeOfField(text);
  const isPast = time !== undefined && time <= serviceNow();
  const submit = async () => {
    setChecked(true);
    if (time === undefined) return;
    await actions.run('schedule', time);
    onClose();
  };
  return (
    <FormDialog
      title={t('email.outbox.schedule.title')}
      environment={useConnection(connectionId)?.environment}
      actionLabel={t('ui.save')}
      busy={actions.pending === 'schedule'}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <Field
        label={t('email.outbox.schedule.time')}
        help={t('email.outbox.schedule.help')}
        warning={isPast ? t('email.outbox.schedule.past') : undefined}
        error={isChecked && time === undefined ? t('email.outbox.schedule.invalid') : undefined}
      >
        {(control) => <TextInput {...control} type="datetime-local" value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
    </FormDialog>
  );
}
