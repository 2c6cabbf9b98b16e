import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { ShownUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { curlCommand } from '#parts/row-menu/use-curl.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { removeUndoOffer } from '#window/undo.ts';
import styles from './undo.module.css';
import { UndoAbout, useUndoTitle } from './undo-about';
import { UndoRequests } from './undo-requests';
import { UndoRows } from './undo-rows';
import { isEntered, UndoSecrets, type UndoSecretValues } from './undo-secrets';
import { undoReasonText } from './undo-texts';

interface UndoDialogProps {
  /** Number of the entry. */
  seq: number;
  onClose: () => void;
}

const width = 680;

/** What undoing a write does, planned against a fresh read, before it is done. */
export function UndoDialog({ seq, onClose }: UndoDialogProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useUndoPlan(seq);
  const [secrets, setSecrets] = useState<UndoSecretValues>({});
  const run = useRunUndo(seq, { onClose, refetch: () => void refetch() });
  const title = useUndoTitle(data?.entry);
  const connection = useConnection(data?.plan.connectionId ?? undefined);
  const formId = useId();
  const failure = run.failure?.code === 'changed-elsewhere' ? null : run.failure;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || run.isPending || onClose()}
      title={title}
      description={data === undefined ? <Skeleton width={320} /> : <UndoAbout entry={data.entry} plan={data.plan} />}
      environment={connection?.environment}
      width={width}
      footer={
        <Footer
          plan={data?.plan}
          formId={formId}
          secrets={secrets}
          isReading={isFetching}
          isRunning={run.isPending}
          onClose={onClose}
          onRun={() => data && void run.run(data.plan, secrets)}
        />
      }
    >
      <div className={styles.content}>
        {run.failure?.code === 'changed-elsewhere' && (
          <Callout tone="warn" title={t('journal.undo.changed')}>
            {t('journal.undo.changed.text')}
          </Callout>
        )}
        {data === undefined ? (
          <Unread error={error} onRetry={() => void refetch()} />
        ) : (
          <Plan plan={data.plan}>
            <UndoSecrets
              id={formId}
              asks={data.plan.asks}
              values={secrets}
              onChange={setSecrets}
              onSubmit={() => void run.run(data.plan, secrets)}
            />
          </Plan>
        )}
        <ErrorCallout
          report={failure}
          next={failure !== null && isOutcomeUnknown(failure) && data?.plan.isDoubtful === false ? t('journal.undo.unknown') : undefined}
        />
      </div>
    </Dialog>
  );
}

/** Reads an entry, and plans its undo, each time that a dialog is opened. */
function useUndoPlan(seq: number) {
  return useQuery({
    queryKey: ['undo', seq],
    queryFn: async (): Promise<{ entry: JournalEntry | null; plan: ShownUndo }> => {
      const [entry, plan] = await Promise.all([api.journal.read({ seq }), api.undo.plan({ seq })]);
      return { entry, plan };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function useRunUndo(seq: number, { onClose, refetch }: { onClose: () => void; refetch: () => void }) {
  const show = useToasts((state) => state.show);
  return useAction(
    ({ connectionId, fingerprint }: ShownUndo, secrets: UndoSecretValues) =>
      api.undo.run({ seq, connectionId: connectionId ?? '', fingerprint, secrets }),
    {
      onDone({ done, of, error }) {
        if (error === null) {
          removeUndoOffer(seq);
          show({ tone: 'good', title: 'journal.undo.done' });
          onClose();
          return;
        }
        show({ tone: 'bad', title: ({ t }) => t('journal.undo.partly', { done, of }) });
        refetch();
      },
      onFailure: ({ code }) => {
        if (code !== 'cancelled') refetch();
      },
    },
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

function Plan({ plan, children }: { plan: ShownUndo; children: ReactNode }) {
  const messages = useMessages();
  const { t } = messages;
  const { reason, rows, others, losses, isDoubtful } = plan;
  return (
    <>
      {reason !== null && (
        <Callout tone="neutral" title={t('journal.undo.refused')}>
          {undoReasonText(messages, reason)}
        </Callout>
      )}
      {isDoubtful && (
        <Callout tone="warn" title={t('journal.undo.doubtful')}>
          {t('journal.undo.doubtful.text')}
        </Callout>
      )}
      {rows.length > 0 && <UndoRows rows={rows} others={others} />}
      {losses.length > 0 && (
        <Callout tone="warn" title={t('journal.undo.losses')}>
          <ul className={styles.losses}>
            {losses.map((loss) => (
              <li key={loss}>{t(`journal.undo.loss.${loss}`)}</li>
            ))}
          </ul>
        </Callout>
      )}
      {reason === null && children}
      {reason === null && <UndoRequests reads={plan.reads} writes={plan.writes} />}
    </>
  );
}

interface FooterProps {
  plan: ShownUndo | undefined;
  formId: string;
  secrets: UndoSecretValues;
  isReading: boolean;
  isRunning: boolean;
  onClose: () => void;
  onRun: () => void;
}

function Footer({ plan, formId, secrets, isReading, isRunning, onClose, onRun }: FooterProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(plan?.connectionId ?? undefined);
  const connection = useConnection(plan?.connectionId ?? undefined);
  if (plan !== undefined && plan.reason !== null) {
    return <Button onClick={onClose}>{t('ui.close')}</Button>;
  }
  const changes = plan?.rows.filter(({ effect }) => effect !== 'kept').length ?? 0;
  const disabledReason =
    readOnly ??
    (plan === undefined || isReading ? t('journal.undo.reading') : isEntered(plan.asks, secrets) ? undefined : t('journal.undo.enter'));
  const submit = plan !== undefined && plan.asks.length > 0 ? { type: 'submit' as const, form: formId } : { onClick: onRun };
  return (
    <div className={styles.footer}>
      <span className={styles.recorded}>{t('journal.undo.recorded')}</span>
      {plan !== undefined && connection !== undefined && (
        <CopyTextButton variant="plain" value={() => plan.writes.map((request) => curlCommand({ ...connection, ...request })).join('\n\n')}>
          {t('journal.undo.copy-curl')}
        </CopyTextButton>
      )}
      <Button disabledReason={isRunning ? t('journal.undo.running') : undefined} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button variant="primary" icon={Undo2} busy={isRunning} disabledReason={disabledReason} {...submit}>
        {plan?.isDoubtful === true
          ? t('journal.undo.anyway')
          : changes === 0
            ? t('journal.undo.confirm')
            : t('journal.undo.confirm-count', { count: changes })}
      </Button>
    </div>
  );
}
