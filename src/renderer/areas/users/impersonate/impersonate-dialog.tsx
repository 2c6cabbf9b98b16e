import { useState } from 'react';
import { maxReasonLength } from '#contract/limits.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { leaveUnsavedInput } from '#window/unsaved-input.ts';
import { type DurationChoice, DurationField, durationOf } from './duration-field';
import { EmailField, useNoticeForm } from './email-field';
import styles from './impersonate.module.css';
import { useNoEmailReason, useTellUser } from './use-tell-user';

const usualMillis = 900_000;

interface ImpersonateDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/** Asks for the reason and the duration of an impersonation, says what will happen, and starts it. */
export function ImpersonateDialog({ connectionId, user, onClose }: ImpersonateDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [reason, setReason] = useState('');
  const [duration, setDuration] = useState<DurationChoice>({ preset: String(usualMillis), typed: '' });
  const [isChecked, setChecked] = useState(false);
  const parsed = durationOf(duration);
  const notice = useNoticeForm(connectionId, user, 'millis' in parsed ? parsed.millis : usualMillis);
  const tellUser = useTellUser(connectionId, user);
  const emailReason = useNoEmailReason(connectionId, user);
  const tells = notice.isOn && emailReason === undefined;
  // A part of the task, because this dialog disappears with its screen once the account of the impersonation is the current one.
  const task = async (durationMillis: number) => {
    const open = fromHere();
    await api.impersonations.start({ connectionId, userId: user.id, reason, durationMillis });
    open(paths.profile(connectionId));
    // Not awaited: the session is the same whether the user can be told or not.
    if (tells) void tellUser(notice.email);
  };
  const start = useAction(task, { onDone: onClose, toastsLate: true });
  const submit = () => {
    setChecked(true);
    if (tells && !notice.isComplete) return;
    // The screen behind is hidden while impersonating, with what was entered there.
    if (reason.trim() !== '' && 'millis' in parsed) leaveUnsavedInput(() => void start.run(parsed.millis));
  };
  const name = useUserName()(user);
  return (
    <FormDialog
      title={t('impersonation.start.title', { name })}
      environment={environment}
      actionLabel={t('impersonation.start')}
      busy={start.isPending}
      busyReason={t('impersonation.start.busy')}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t('impersonation.reason-field')}
        help={t('impersonation.reason-field.help')}
        error={isChecked && reason.trim() === '' ? t('impersonation.reason-field.missing') : undefined}
      >
        {(control) => (
          <TextInput {...control} maxLength={maxReasonLength} value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <DurationField
        presets={[
          { value: String(usualMillis), label: t('impersonation.duration.15-min') },
          { value: '3600000', label: t('impersonation.duration.1-h') },
          { value: '7200000', label: t('impersonation.duration.2-h') },
        ]}
        value={duration}
        onChange={setDuration}
        isChecked={isChecked}
      />
      <EmailField connectionId={connectionId} user={user} form={notice} isChecked={isChecked} />
      <Callout tone="neutral" title={t('impersonation.facts')}>
        <ul className={styles.facts}>
          <li>{t('impersonation.facts.acts')}</li>
          <li>{t('impersonation.facts.flagged')}</li>
          <li>{t('impersonation.facts.ends')}</li>
        </ul>
      </Callout>
      {start.failure !== null && <FormFailure report={start.failure} />}
    </FormDialog>
  );
}
