import { useNavigate } from 'react-router';
import type { ShownCreateAgain } from '#contract/bridge/snapshots.ts';
import type { SnapshotSummary } from '#contract/journal/snapshot.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { dateTime, formatList, formatNames } from '#lib/intl/format.ts';
import { teamName, userName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { ActionDialog } from '#ui/overlays/action-dialog.tsx';
import { paths } from '#window/routes.ts';
import styles from './create-again.module.css';
import { StepList } from './step-list';
import { useCreateAgain } from './use-create-again';

interface CreateAgainDialogProps {
  connectionId: string;
  snapshot: SnapshotSummary;
  onClose: () => void;
  /** Called instead of `onClose` when what was created is opened. */
  onOpened?: () => void;
}

/** Returns the name of what a snapshot is of. */
export function snapshotName(messages: Translator, { kind, displayName, primaryEmail = null }: SnapshotSummary): string {
  if (kind === 'team') return teamName(messages, { display_name: displayName ?? '' });
  return userName(messages, { display_name: displayName, primary_email: primaryEmail });
}

/** Lists what comes back of a deleted user or team and what doesn't, then creates it again step by step. */
export function CreateAgainDialog({ connectionId, snapshot, onClose, onOpened = onClose }: CreateAgainDialogProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const navigate = useNavigate();
  const readOnly = useReadOnlyReason(connectionId);
  const environment = useConnection(connectionId)?.environment;
  const again = useCreateAgain(connectionId, snapshot.id);
  const { plan, phase, newId, run, stop } = again;
  const name = snapshotName(messages, snapshot);
  const isDone = phase === 'done' && newId !== null;
  const canRun = plan !== undefined && plan.obstacle === null && phase !== 'unclear';
  const open = () => {
    if (newId === null) return;
    onOpened();
    void navigate(pathOf(snapshot, newId, plan));
  };
  const text = snapshot.deletion === 'unknown' ? 'snapshots.text.unknown' : 'snapshots.text';
  return (
    <ActionDialog
      title={t('snapshots.title', { name })}
      description={t(text, { date: dateTime(snapshot.takenAtMillis, locale) })}
      environment={environment}
      width={520}
      actionLabel={isDone ? t(`snapshots.open.${snapshot.kind}`) : t(actionOf(phase))}
      busy={phase === 'running'}
      disabledReason={isDone ? undefined : (readOnly ?? (canRun ? undefined : t(plan === undefined ? 'ui.loading' : 'snapshots.cannot')))}
      cancelLabel={phase === 'running' ? t('snapshots.stop') : phase === 'plan' ? t('ui.cancel') : t('ui.close')}
      onClose={() => (phase === 'running' ? stop() : onClose())}
      action={isDone ? open : () => void run()}
    >
      <div className={styles.parts}>
        <Outcome again={again} name={name} onOpen={open} kind={snapshot.kind} />
        {plan === undefined && again.planFailure === null && <PlanSkeleton />}
        {plan !== undefined && plan.steps.length > 0 && (
          <>
            <section className={styles.part}>
              <h3 className={styles.title}>{t('snapshots.steps')}</h3>
              <StepList steps={again.steps} />
            </section>
            {phase === 'plan' && <Losses plan={plan} />}
          </>
        )}
      </div>
    </ActionDialog>
  );
}

function actionOf(phase: ReturnType<typeof useCreateAgain>['phase']) {
  return phase === 'failed' || phase === 'partly' ? 'snapshots.retry' : 'snapshots.create-again';
}

/** A member's own team is on the account's screens: with the project's, it would be locked. */
function pathOf({ kind, connectionId }: SnapshotSummary, newId: string, plan: ShownCreateAgain | undefined): string {
  if (kind === 'user') return paths.user(connectionId, newId);
  return plan?.byAccount === true ? paths.ownTeam(connectionId, newId) : paths.team(connectionId, newId);
}

interface OutcomeProps {
  again: ReturnType<typeof useCreateAgain>;
  name: string;
  kind: SnapshotSummary['kind'];
  onOpen: () => void;
}

/** What keeps it from being created again, or how that ended. */
function Outcome({ again, name, kind, onOpen }: OutcomeProps) {
  const { t } = useMessages();
  const { plan, phase, failure, planFailure } = again;
  if (planFailure !== null) {
    const retry = (
      <Button busy={again.isReading} onClick={again.readAgain}>
        {t('ui.retry')}
      </Button>
    );
    return <ErrorCallout report={planFailure} action={retry} />;
  }
  if (plan?.obstacle != null)
    return (
      <Callout tone="warn" title={t(`snapshots.obstacle.${plan.obstacle}`, { name })}>
        {t(`snapshots.obstacle.${plan.obstacle}.text`)}
      </Callout>
    );
  const open = <Button onClick={onOpen}>{t(`snapshots.open.${kind}`)}</Button>;
  return (
    <>
      <ErrorCallout report={failure} />
      {phase === 'done' && <Callout tone="good" title={t('snapshots.done', { name })} />}
      {phase === 'partly' && (
        <Callout tone="warn" title={t('snapshots.partly', { name })} action={open}>
          {t('snapshots.partly.text')}
        </Callout>
      )}
      {phase === 'unclear' && (
        <Callout
          tone="warn"
          title={t('snapshots.unclear', { name })}
          action={<Button onClick={() => void again.run(true)}>{t('snapshots.once-more')}</Button>}
        >
          {t('snapshots.unclear.text')}
        </Callout>
      )}
    </>
  );
}

function Losses({ plan }: { plan: ShownCreateAgain }) {
  const { t, locale } = useMessages();
  const { losses, invitations, unread } = plan;
  const parts = unread.map((part) => t(`snapshots.part.${part}`));
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t('snapshots.losses')}</h3>
      <ul className={styles.losses} aria-label={t('snapshots.losses')}>
        {losses.map((loss) => (
          <li key={loss}>{t(`snapshots.loss.${loss}`, { emails: formatNames(invitations, locale), parts: formatList(parts, locale) })}</li>
        ))}
      </ul>
    </section>
  );
}

const skeletonWidths = ['62%', '48%', '55%', '40%'];

function PlanSkeleton() {
  return (
    <div className={styles.part}>
      <LoadingStatus />
      {skeletonWidths.map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </div>
  );
}
