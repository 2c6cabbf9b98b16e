import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { partSecret, type ShownApplyUndo } from '#contract/bridge/undo.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EntrySentence } from '../entry-sentence';
import styles from './undo.module.css';
import { UndoRequests } from './undo-requests';
import { UndoRows } from './undo-rows';
import { isEntered, UndoSecrets, type UndoSecretValues } from './undo-secrets';
import { undoReasonText } from './undo-texts';

interface RollBackDialogProps {
  /** ID of what was applied. */
  job: string;
  onClose: () => void;
}

interface ReadPlan {
  readonly plan: ShownApplyUndo;
  readonly entries: ReadonlyMap<number, JournalEntry>;
}

type Part = ShownApplyUndo['parts'][number];

/** Entries whose sentences are shown, of the newest ones. */
const maxEntries = 500;

/** Undoes all that was applied as one configuration, with one confirmation. */
export function RollBackDialog({ job, onClose }: RollBackDialogProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['roll-back', job],
    queryFn: async (): Promise<ReadPlan> => {
      const listed = api.journal.list({ filter: { job }, limit: maxEntries });
      const [plan, { entries }] = await Promise.all([api.undo.planApply({ job }), listed]);
      return { plan, entries: new Map(entries.map((entry) => [entry.seq, entry])) };
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [secrets, setSecrets] = useState<UndoSecretValues>({});
  const running = useRollBack(job, { onClose, refetch: () => void refetch() });
  const connection = useConnection(data?.plan.connectionId ?? undefined);
  const formId = useId();
  const isChanged = running.failure?.code === 'changed-elsewhere';
  const failure = isChanged ? null : running.failure;
  const run = () => data && void running.run(data.plan, secrets);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || running.isPending || onClose()}
      title={t('journal.roll-back.title')}
      description={t('journal.roll-back.text')}
      environment={connection?.environment}
      width={680}
      footer={<Footer {...{ data, formId, secrets, onClose }} isReading={isFetching} isRunning={running.isPending} onRun={run} />}
    >
      <div className={styles.content}>
        {isChanged && (
          <Callout tone="warn" title={t('journal.undo.changed')}>
            {t('journal.undo.changed.text')}
          </Callout>
        )}
        {data === undefined ? (
          <Unread error={error} onRetry={() => void refetch()} />
        ) : (
          <Plan data={data}>
            <UndoSecrets id={formId} asks={asksOf(data.plan)} values={secrets} onChange={setSecrets} onSubmit={run} />
          </Plan>
        )}
        <ErrorCallout report={failure} next={failure !== null && isOutcomeUnknown(failure) ? t('journal.undo.unknown') : undefined} />
      </div>
    </Dialog>
  );
}

const isUndoable = ({ undo }: Part) => undo.reason === null;

function asksOf({ parts }: ShownApplyUndo) {
  return parts.filter(isUndoable).flatMap(({ seq, undo }) => undo.asks.map((ask) => ({ ...ask, path: partSecret(seq, ask.path) })));
}

function useRollBack(job: string, { onClose, refetch }: { onClose: () => void; refetch: () => void }) {
  const show = useToasts((state) => state.show);
  return useAction(
    ({ connectionId, fingerprint }: ShownApplyUndo, secrets: UndoSecretValues) =>
      api.undo.runApply({ job, connectionId: connectionId ?? '', fingerprint, secrets }),
    {
      onDone({ done, of, error }) {
        if (error === null) {
          show({ tone: 'good', title: 'journal.roll-back.done' });
          onClose();
          return;
        }
        show({ tone: 'bad', title: ({ t }) => t('journal.roll-back.partly', { done, of }) });
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
    </div>
  );
}

/** Each change with its values, or why it stays, and the requests of all. */
function Plan({ data: { plan, entries }, children }: { data: ReadPlan; children: React.ReactNode }) {
  const messages = useMessages();
  const { t } = messages;
  const undos = plan.parts.filter(isUndoable).map(({ undo }) => undo);
  const reads = new Map(undos.flatMap((undo) => undo.reads).map((read) => [read.path, read]));
  const losses = [...new Set(undos.flatMap((undo) => undo.losses))];
  return (
    <>
      {undos.length === 0 && <Callout tone="neutral" title={t('journal.roll-back.nothing')} />}
      {plan.parts.map(({ seq, undo }) => {
        const entry = entries.get(seq);
        return (
          <section key={seq} className={styles.content}>
            <h3 className={styles.heading}>{entry === undefined ? seq : <EntrySentence entry={entry} />}</h3>
            {undo.reason !== null && <p className={styles.note}>{undoReasonText(messages, undo.reason)}</p>}
            {undo.rows.length > 0 && <UndoRows rows={undo.rows} others={undo.others} />}
          </section>
        );
      })}
      {losses.length > 0 && (
        <Callout tone="warn" title={t('journal.undo.losses')}>
          <ul className={styles.losses}>
            {losses.map((loss) => (
              <li key={loss}>{t(`journal.undo.loss.${loss}`)}</li>
            ))}
          </ul>
        </Callout>
      )}
      {children}
      {undos.length > 0 && <UndoRequests reads={[...reads.values()]} writes={undos.flatMap((undo) => undo.writes)} />}
    </>
  );
}

interface FooterProps {
  data: ReadPlan | undefined;
  formId: string;
  secrets: UndoSecretValues;
  isReading: boolean;
  isRunning: boolean;
  onClose: () => void;
  onRun: () => void;
}

function Footer({ data, formId, secrets, isReading, isRunning, onClose, onRun }: FooterProps) {
  const { t } = useMessages();
  const readOnly = useReadOnlyReason(data?.plan.connectionId ?? undefined);
  if (data !== undefined && !data.plan.parts.some(isUndoable)) return <Button onClick={onClose}>{t('ui.close')}</Button>;
  const asks = data === undefined ? [] : asksOf(data.plan);
  const reason =
    readOnly ??
    (data === undefined || isReading ? t('journal.undo.reading') : isEntered(asks, secrets) ? undefined : t('journal.undo.enter'));
  const submit = asks.length > 0 ? { type: 'submit' as const, form: formId } : { onClick: onRun };
  return (
    <div className={styles.footer}>
      <span className={styles.recorded}>{t('journal.undo.recorded')}</span>
      <Button disabledReason={isRunning ? t('journal.undo.running') : undefined} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button variant="primary" icon={Undo2} busy={isRunning} disabledReason={reason} {...submit}>
        {t('journal.roll-back.confirm')}
      </Button>
    </div>
  );
}
