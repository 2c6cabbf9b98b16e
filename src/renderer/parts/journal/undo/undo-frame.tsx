import { Undo2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ShownUndo } from '#contract/bridge/undo.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './undo.module.css';
import { isEntered, UndoSecrets } from './undo-secrets';
import type { UndoRunning } from './use-run-undo';

/** What the dialog needs to know of a plan. */
interface FramedPlan {
  readonly connectionId: string | null;
  /** Whether there is something to send. */
  readonly isUndoable: boolean;
  readonly asks: ShownUndo['asks'];
}

interface UndoFrameProps {
  title: string;
  description: ReactNode;
  /** Undefined until it is read. */
  plan: FramedPlan | undefined;
  reading: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => void };
  running: UndoRunning;
  confirm: string;
  /** Beside the buttons. */
  extra?: ReactNode;
  /** Whether a missing response is explained: the plan may say it already. */
  explainsUnknown?: boolean;
  onClose: () => void;
  /** Shows the plan around the fields for secrets. */
  children: (secrets: ReactNode) => ReactNode;
}

const width = 680;

/** The dialog of an undo: what it would do, the secrets that it needs, and what became of it. */
export function UndoFrame({ title, description, plan, reading, running, explainsUnknown = true, children, ...rest }: UndoFrameProps) {
  const { t } = useMessages();
  const connection = useConnection(plan?.connectionId ?? undefined);
  const formId = useId();
  const isChanged = running.failure?.code === 'changed-elsewhere';
  const failure = isChanged ? null : running.failure;
  const isUnknown = failure !== null && isOutcomeUnknown(failure) && explainsUnknown;
  const { secrets, setSecrets, run } = running;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || running.isPending || rest.onClose()}
      title={title}
      description={description}
      environment={connection?.environment}
      width={width}
      footer={<Footer {...{ plan, formId, running, ...rest }} isReading={reading.isFetching} />}
    >
      <div className={styles.content}>
        {isChanged && (
          <Callout tone="warn" title={t('journal.undo.changed')}>
            {t('journal.undo.changed.text')}
          </Callout>
        )}
        {plan === undefined ? (
          <Unread error={reading.error} onRetry={reading.refetch} />
        ) : (
          children(<UndoSecrets id={formId} asks={plan.asks} values={secrets} onChange={setSecrets} onSubmit={run} />)
        )}
        <ErrorCallout report={failure} next={isUnknown ? t('journal.undo.unknown') : undefined} />
      </div>
    </Dialog>
  );
}

/** What doesn't come back. Nothing if all does. */
export function UndoLosses({ losses }: Pick<ShownUndo, 'losses'>) {
  const { t } = useMessages();
  if (losses.length === 0) return null;
  return (
    <Callout tone="warn" title={t('journal.undo.losses')}>
      <ul className={styles.losses}>
        {losses.map((loss) => (
          <li key={loss}>{t(`journal.undo.loss.${loss}`)}</li>
        ))}
      </ul>
    </Callout>
  );
}

function Unread({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const report = error === null ? null : reportOf(error);
  if (report !== null) return <ErrorCallout report={report} action={<RetryButton size="sm" report={report} onRetry={onRetry} />} />;
  return (
    <div className={styles.loading}>
      <LoadingStatus />
      <Skeleton height={132} />
      <Skeleton width={90} />
      <Skeleton height={98} />
    </div>
  );
}

interface FooterProps extends Pick<UndoFrameProps, 'plan' | 'running' | 'confirm' | 'extra' | 'onClose'> {
  formId: string;
  isReading: boolean;
}

function Footer({ plan, formId, running, confirm, extra, isReading, onClose }: FooterProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(plan?.connectionId ?? undefined);
  if (plan?.isUndoable === false) return <Button onClick={onClose}>{t('ui.close')}</Button>;
  const reason =
    readOnly ??
    (plan === undefined || isReading
      ? t('journal.undo.reading')
      : isEntered(plan.asks, running.secrets)
        ? undefined
        : t('journal.undo.enter'));
  const submit = plan !== undefined && plan.asks.length > 0 ? { type: 'submit' as const, form: formId } : { onClick: running.run };
  return (
    <div className={styles.footer}>
      <span className={styles.recorded}>{t('journal.undo.recorded')}</span>
      {extra}
      <Button disabledReason={running.isPending ? t('journal.undo.running') : undefined} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button variant="primary" icon={Undo2} busy={running.isPending} disabledReason={reason} {...submit}>
        {confirm}
      </Button>
    </div>
  );
}
