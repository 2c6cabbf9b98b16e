import { useState } from 'react';
import type { OutboxEmail } from '#contract/service/models/outbox-models.ts';
import { useConnection } from '#data/topics.ts';
import { timeFieldValue, timeOfField } from '#lib/intl/local-time.ts';
import { useServiceNow } from '#lib/service-clock.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import type { OutboxActions } from './use-outbox-actions';

interface ScheduleDialogProps {
  connectionId: string;
  email: OutboxEmail;
  actions: OutboxActions;
  onClose: () => void;
}

/** Changes when an email is sent. Closes when that has ended; why it failed is shown with the email. */
export function ScheduleDialog({ connectionId, email, actions, onClose }: ScheduleDialogProps) {
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
