import { ListX } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Confirmation } from '#contract/bridge/safety.ts';
import type { JobOptions, JobPreview } from '#contract/jobs/job.ts';
import { targetKindOf } from '#contract/jobs/job-action.ts';
import { isTyped } from '#contract/text/visible-text.ts';
import { api } from '#data/api.ts';
import { type OwnPreview, startJob, useOwnPreview } from '#data/jobs.ts';
import { useReadOnlyReason } from '#data/read-only.ts';
import { useConnection } from '#data/topics.ts';
import { useLatch } from '#lib/on-demand.ts';
import { shownNameToType, useConcealing } from '#lib/privacy/shown-text.ts';
import { type Action, useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { useKeepSnapshot } from '#parts/removal/use-keep-snapshot.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, Skeleton, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { CheckboxChoice } from '#ui/inputs/checkbox-choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TypedConfirmation } from '#ui/overlays/typed-confirmation.tsx';
import { useConfirmedJobs } from '#window/open-dialogs.ts';
import { openPath } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import { jobButton, jobQuestion, jobTitle, targetCount } from '../job-sentences';
import { firstOptions } from './estimate';
import styles from './job-preview.module.css';
import { PreviewCounts, type RowSource } from './preview-counts';
import { PreviewOptions } from './preview-options';
import { PreviewRows } from './preview-rows';
import { type AskedJob, useJobPreviews } from './use-job-preview';

/** What would be sent for a job, wherever it was asked for. It is started here, and nowhere else. */
export function JobPreviewDialog() {
  const { asked, close } = useJobPreviews();
  return asked === null ? null : <OpenPreview asked={asked} onClose={close} />;
}

interface OpenPreviewProps {
  asked: AskedJob;
  onClose: () => void;
}

function OpenPreview({ asked, onClose }: OpenPreviewProps) {
  const plain = useMessages();
  const messages = useConcealing(plain);
  const { t } = messages;
  const formId = useId();
  const { connectionId, action } = asked;
  const rows = 'scope' in asked ? asked.scope.kind : 'file';
  const own = useOwnPreview(() =>
    'scope' in asked ? api.jobs.preview({ connectionId, scope: asked.scope, action: asked.action }) : asked.prepare(),
  );
  const { state } = own;
  // The field is there again then. At first, the dialog focuses it.
  const hasFailed = useLatch(state.kind === 'failed');
  const connection = useConnection(connectionId);
  const readOnly = useReadOnlyReason(connectionId);
  const [chosen, setChosen] = useState<JobOptions>(firstOptions);
  const deletion = useDeletion(asked);
  const options = { ...chosen, ...deletion.options };
  const [typed, setTyped] = useState('');
  const expected = useTextToType(asked);
  const starting = useStart(asked, own, expected === undefined ? null : typed, onClose);
  const preview = state.kind === 'ready' ? state.preview : null;
  const isNothing = preview?.toSend === 0;
  const isReady = preview !== null && !isNothing;
  const missing = expected !== undefined && !isTyped(typed, expected) ? t('ui.type-to-confirm', { text: expected }) : undefined;
  const danger = isDestructive(asked);
  const alert = takesAway(asked);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview !== null && isReady && missing === undefined && readOnly === undefined) void starting.run(preview, options);
  };
  const footer = (
    <>
      <p className={styles.undo}>{isReady && t(undoText(preview, danger))}</p>
      <Button onClick={onClose} {...(alert ? { 'data-autofocus': true } : {})}>
        {t(isNothing || state.kind === 'failed' ? 'ui.close' : 'ui.cancel')}
      </Button>
      {state.kind !== 'failed' && !isNothing && (
        <Button
          type="submit"
          form={formId}
          variant={danger ? 'danger-solid' : 'primary'}
          busy={starting.isPending}
          disabledReason={preview === null ? t('jobs.preview.loading') : (readOnly ?? missing)}
        >
          {jobButton(messages, action)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      alert={alert}
      onOpenChange={onClose}
      title={isReady ? jobQuestion(messages, action, preview.toSend, asked.names) : jobTitle(messages, action, asked.names)}
      description={t(rows === 'matching' ? 'jobs.preview.fixed.matching' : 'jobs.preview.fixed')}
      width={600}
      environment={connection?.environment}
      footer={footer}
    >
      {state.kind === 'failed' && <ErrorState report={state.report} onRetry={own.again} />}
      {isNothing && preview !== null && <Nothing action={action} rows={rows} preview={preview} />}
      {state.kind !== 'failed' && !isNothing && (
        <form id={formId} className={styles.parts} noValidate onSubmit={submit}>
          {preview === null ? (
            <LoadingPreview />
          ) : (
            <>
              <PreviewCounts rows={rows} preview={preview} />
              <PreviewRows preview={preview} />
              <PreviewOptions preview={preview} options={options} onChange={setChosen} />
              {deletion.element}
            </>
          )}
          {/* Also while the rows are read: the text is known, and typed at once. */}
          {expected !== undefined && (
            <TypedConfirmation takesFocus={hasFailed} expected={expected} value={typed} onValueChange={setTyped} />
          )}
          <StartFailure starting={starting} own={own} />
        </form>
      )}
    </Dialog>
  );
}

interface Deletion {
  readonly options: Partial<JobOptions>;
  /** The choices, for the dialog. */
  readonly element: ReactNode;
}

/** Returns what is kept of what the rows delete: snapshots, and what Latchkey has stored about users. */
function useDeletion({ action: { kind } }: AskedJob): Deletion {
  const { t } = useMessages();
  const [erases, setErases] = useState(false);
  const snapshot = useKeepSnapshot(kind === 'teams.delete' ? 'team' : 'user', erases);
  if (kind !== 'users.delete' && kind !== 'teams.delete') return { options: {}, element: null };
  return {
    options: { keepSnapshots: snapshot.choice === 'keep', ...(erases ? { erases } : {}) },
    element: (
      <>
        {snapshot.element}
        {kind === 'users.delete' && (
          <CheckboxChoice label={t('jobs.preview.erase')} note={t('jobs.preview.erase.note')} checked={erases} onChange={setErases} />
        )}
      </>
    ),
  };
}

/** Whether rows lose something. Such a question is announced as an alert, and has the focus on its safe button. */
function takesAway({ action: { kind } }: AskedJob): boolean {
  return /\.(delete|revoke|remove|unset|cancel)/.test(kind);
}

/** Whether what the rows are is gone afterwards. */
function isDestructive({ action: { kind } }: AskedJob): boolean {
  return kind === 'users.delete' || kind === 'teams.delete' || kind === 'definitions.delete';
}

/** Returns the text to type before rows are deleted: the connection's name. Undefined where the proof of presence is a dialog that asks for it. */
function useTextToType(asked: AskedJob): string | undefined {
  const connection = useConnection(asked.connectionId);
  if (connection === undefined || !isDestructive(asked)) return undefined;
  if (connection.safety === 'type-to-destroy' && connection.requirePresence) return undefined;
  return shownNameToType(connection.name, connection.projectId);
}

function undoText({ isUndoable }: JobPreview, danger: boolean) {
  if (isUndoable) return 'jobs.preview.undo';
  return danger ? 'jobs.preview.undo.deleted' : 'jobs.preview.undo.none';
}

/**
 * Answers what the safety level asks by what was confirmed in the preview, which has shown more than the question would. Where it asks for more,
 * such as presence or a note, its own dialog follows.
 */
async function answerHere({ id, kind, presence, asksNote }: Confirmation, typed: string | null): Promise<boolean> {
  if (presence !== null || asksNote === true || (kind === 'type' && typed === null)) return false;
  const { outcome } = await api.safety.confirm({ id, ...(typed === null ? {} : { typed }) });
  return outcome === 'right';
}

type Start = Action<[JobPreview, JobOptions]>;

/** Returns how the job is started. What was typed here answers the question that the safety level asks, so that there is only one. */
function useStart(asked: AskedJob, own: OwnPreview, typed: string | null, onClose: () => void): Start {
  const show = useToasts((state) => state.show);
  const { connectionId, action, names, onStarted } = asked;
  const titleOf = (messages: Translator) => jobTitle(messages, action, names);
  return useAction(
    async (preview: JobPreview, options: JobOptions) => {
      const question = (messages: Translator) => jobQuestion(messages, action, preview.toSend, names);
      const button = (messages: Translator) => jobButton(messages, action);
      const job = { connectionId, title: question, button, answer: (asks: Confirmation) => answerHere(asks, typed) };
      await useConfirmedJobs.getState().during(preview.id, job, () => startJob(preview, options));
      own.keep();
      const targets = (messages: Translator) => targetCount(messages, action, preview.toSend);
      show({
        about: preview.id,
        tone: 'good',
        title: (messages) => messages.t('jobs.preview.started', { title: titleOf(messages), targets: targets(messages) }),
        action: { label: 'jobs.open', onSelect: () => openPath(paths.jobs(connectionId, { job: preview.id })) },
      });
      onStarted?.(preview.id);
    },
    { onDone: onClose, toastsLate: true },
  );
}

function StartFailure({ starting, own }: { starting: Start; own: OwnPreview }) {
  const { t } = useMessages();
  const report = starting.failure;
  if (report === null || report.code === 'cancelled') return null;
  const isStale = report.code === 'connection-changed' || report.code === 'object-gone';
  if (!isStale) return <ErrorCallout report={report} />;
  const again = () => {
    starting.reset();
    own.again();
  };
  return (
    <ErrorCallout report={report} next={t('jobs.preview.stale')} action={<Button onClick={again}>{t('jobs.preview.again')}</Button>} />
  );
}

function Nothing({ action, rows, preview }: { action: AskedJob['action']; rows: RowSource; preview: JobPreview }) {
  const { t } = useMessages();
  return (
    <div className={styles.parts}>
      <EmptyState icon={ListX} title={t('jobs.preview.nothing')} text={t('jobs.preview.nothing.text', { kind: targetKindOf(action) })} />
      {preview.total > 0 && <PreviewCounts rows={rows} preview={preview} />}
    </div>
  );
}

/** In the shape of what comes. */
function LoadingPreview() {
  return (
    <div className={styles.parts}>
      <LoadingStatus />
      <Skeleton height={58} />
      <div className={styles.rows}>
        <SkeletonRows count={5} rowHeight={32} />
      </div>
      <Skeleton height={56} />
    </div>
  );
}
