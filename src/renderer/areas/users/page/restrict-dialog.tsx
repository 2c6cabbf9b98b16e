import { useState } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { useReadUser, useUpdateUser } from '#data/users.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { userName, useUserName } from '#lib/rules/names.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FormFailure } from '#parts/form/form-failure.tsx';
import { OwnUserCallout } from '#parts/removal/removal-callouts.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextArea } from '#ui/inputs/text-input.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './user-panel.module.css';

interface RestrictionProps {
  connectionId: string;
  user: ServerUser;
  onClose: () => void;
}

/**
 * Restricts a user, or changes the texts of the restriction (wire/later 1). Says what the user reads, and what goes on. A text that isn't edited isn't
 * sent, so that it stays as another admin changes it in the meantime.
 */
export function RestrictDialog({ connectionId, user, onClose }: RestrictionProps) {
  const { t } = useMessages();
  const name = useUserName()(user);
  const isChange = user.restricted_by_admin === true;
  const [opened] = useState({ reason: user.restricted_by_admin_reason ?? '', details: user.restricted_by_admin_private_details ?? '' });
  const [reason, setReason] = useState(opened.reason);
  const [details, setDetails] = useState(opened.details);
  const restrict = useRestriction(connectionId, user);
  const { run, isPending, failure } = useAction(restrict, { onDone: onClose, toastsLate: true });
  const submit = () =>
    void run({
      restricted_by_admin: true,
      ...(reason === opened.reason ? {} : { restricted_by_admin_reason: reason.trim() || null }),
      ...(details === opened.details ? {} : { restricted_by_admin_private_details: details.trim() || null }),
    });
  return (
    <FormDialog
      title={t(isChange ? 'users.restrict.change-title' : 'users.restrict.title', { name })}
      environment={useConnection(connectionId)?.environment}
      actionLabel={t(isChange ? 'ui.save' : 'users.restrict')}
      busy={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <OwnUserCallout of={{ actor: 'project', connectionId, userId: user.id }} />
      <Field label={t('users.restrict.reason')} help={t('users.restrict.reason.help')}>
        {(control) => <TextArea {...control} dir="auto" rows={2} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Field>
      <Field label={t('users.field.restricted-details')} help={t('users.restrict.details.help')}>
        {(control) => <TextArea {...control} dir="auto" rows={3} value={details} onChange={({ target }) => setDetails(target.value)} />}
      </Field>
      <Callout tone="neutral" title={t('users.restrict.facts')}>
        <ul className={styles.list}>
          <li>{t('users.restrict.facts.sessions')}</li>
          <li>{t('users.restrict.facts.tokens')}</li>
          <li>{t('users.restrict.facts.email')}</li>
        </ul>
      </Callout>
      {failure !== null && <FormFailure report={failure} />}
    </FormDialog>
  );
}

/** Asks before a restriction is lifted, which deletes its texts. */
export function LiftRestrictionDialog({ connectionId, user, onClose }: RestrictionProps) {
  const { t } = useMessages();
  const name = useUserName()(user);
  const restrict = useRestriction(connectionId, user);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('users.unrestrict.title', { name })}
      consequence={t('users.unrestrict.consequence')}
      confirmLabel={t('users.unrestrict')}
      environment={useConnection(connectionId)?.environment}
      onConfirm={() => restrict({ restricted_by_admin: false })}
    />
  );
}

interface Restriction {
  readonly restricted_by_admin: boolean;
  readonly restricted_by_admin_reason?: string | null;
  readonly restricted_by_admin_private_details?: string | null;
}

/** Returns a function that restricts the user or lifts that. If the response is lost, what is stored decides whether it was done. */
function useRestriction(connectionId: string, user: ServerUser): (restriction: Restriction) => Promise<void> {
  const show = useToasts((state) => state.show);
  const { mutateAsync: update } = useUpdateUser(connectionId, user.id);
  const readUser = useReadUser(connectionId, user.id);
  return async (restriction) => {
    try {
      await update(restriction);
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
      const saved = await readUser().catch(() => null);
      if (saved === null || !isStored(saved, restriction)) throw thrown;
    }
    const done = restriction.restricted_by_admin ? 'users.restrict.done' : 'users.unrestrict.done';
    show({ tone: 'good', title: (messages) => messages.t(done, { name: userName(messages, user) }) });
  };
}

function isStored(saved: ServerUser, { restricted_by_admin: isRestricted, ...texts }: Restriction): boolean {
  const entries = Object.entries(texts) as [keyof typeof texts, string | null][];
  return saved.restricted_by_admin === isRestricted && entries.every(([name, text]) => (saved[name] ?? null) === text);
}
