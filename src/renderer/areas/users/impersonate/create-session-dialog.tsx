import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { api } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { dateTime } from '#lib/intl/format.ts';
import { useUserName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { useCopySecret } from '#parts/reveal/use-copy-secret.ts';
import { IdChip } from '#ui/data/id-chip.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { type DurationChoice, DurationField, durationOf } from './duration-field';
import styles from './impersonate.module.css';

interface CreateSessionDialogProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

type Created = Awaited<ReturnType<typeof api.impersonations.createSession>>;

const year = '31536000000';

/** Creates a session that isn't impersonation, and lets the user copy its token. */
export function CreateSessionDialog({ connectionId, user, onClose }: CreateSessionDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const [duration, setDuration] = useState<DurationChoice>({ preset: year, typed: '' });
  const [isChecked, setChecked] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const create = useAction(
    (durationMillis: number) => api.impersonations.createSession({ connectionId, userId: user.id, durationMillis }),
    { onDone: setCreated },
  );
  const submit = () => {
    setChecked(true);
    const parsed = durationOf(duration);
    if ('millis' in parsed) void create.run(parsed.millis);
  };
  const name = useUserName()(user);
  if (created !== null) return <CreatedSession created={created} onClose={onClose} />;
  return (
    <FormDialog
      title={t('impersonation.session.title', { name })}
      description={t('impersonation.session.text')}
      environment={environment}
      actionLabel={t('impersonation.session')}
      busy={create.isPending}
      busyReason={t('impersonation.start.busy')}
      onClose={onClose}
      onSubmit={submit}
    >
      <DurationField
        presets={[
          { value: '86400000', label: t('impersonation.duration.1-day') },
          { value: '2592000000', label: t('impersonation.duration.30-days') },
          { value: year, label: t('impersonation.duration.1-year') },
        ]}
        value={duration}
        onChange={setDuration}
        isChecked={isChecked}
      />
      {create.failure !== null && <FormFailure report={create.failure} />}
    </FormDialog>
  );
}

function CreatedSession({ created, onClose }: { created: Created; onClose: () => void }) {
  const { t, locale } = useMessages();
  const { copy, disabledReason } = useCopySecret(created.refreshToken.ref);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('impersonation.session.created')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p className={styles.created}>
        <IdChip value={created.sessionId} />
        {t('impersonation.session.until', { time: dateTime(created.expiresAt, locale) })}
      </p>
      <Callout
        tone="warn"
        title={t('impersonation.session.token')}
        action={
          <Button size="sm" busy={copy.isPending} disabledReason={disabledReason} onClick={() => void copy.run()}>
            {t('impersonation.session.copy')}
          </Button>
        }
      >
        {t('impersonation.session.token.text')}
      </Callout>
    </Dialog>
  );
}
