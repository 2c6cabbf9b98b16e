import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ApplyProgress, PlannedStep, ShownApplied, ShownPlan, ShownRow } from '#contract/bridge/configuration.ts';
import { api, onPush } from '#data/api.ts';
import { useConnection } from '#data/topics.ts';
import { formatNames } from '#lib/intl/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { NamingProblems, ProblemList } from '#parts/configuration-faults.tsx';
import { FailureLine, FormFailure } from '#parts/form/form-failure.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { PasswordInput } from '#ui/inputs/password-input.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { paths } from '#window/routes.ts';
import { showRollBack } from '#window/undo.ts';
import { type ChosenSide, requestedSide } from './chosen-side';
import styles from './compare.module.css';
import { rowName } from './row-names';

interface ApplyDialogProps {
  source: ChosenSide;
  /** The connection of the project that is changed. */
  connectionId: string;
  rows: readonly ShownRow[];
  /** Called with whether something may have been changed. */
  onClose: (isChanged: boolean) => void;
}

/** Plans the rows, shows the requests, asks for secrets, applies, and says how far it came. */
export function ApplyDialog({ source, connectionId, rows, onClose }: ApplyDialogProps) {
  const choice = {
    source: requestedSide(source) ?? { kind: 'file', text: '' },
    connectionId,
    rows: rows.map(({ section, key }) => ({ section, key })),
  } as const;
  const [plan, setPlan] = useState<ShownPlan | null>(null);
  const [applied, setApplied] = useState<ShownApplied | null>(null);
  const planning = useAction(() => api.configuration.plan(choice), { onDone: setPlan });
  const applying = useAction(
    ({ id, fingerprint }: ShownPlan, secrets: Readonly<Record<string, string>>) =>
      api.configuration.apply({ ...choice, id, fingerprint, secrets }),
    { onDone: setApplied },
  );
  const progress = useProgress(plan?.id);
  const { run } = planning;
  useEffect(() => void run(), [run]);
  // A response that was lost may have followed changes.
  const close = () => onClose(applied !== null || applying.failure !== null);
  if (applied !== null)
    return <Result applied={applied} steps={plan?.steps ?? []} applyId={plan?.id ?? ''} connectionId={connectionId} onClose={close} />;
  if (applying.isPending && plan !== null && progress !== null) return <Running plan={plan} done={progress} />;
  return <PlanForm plan={plan} planning={planning} applying={applying} connectionId={connectionId} onClose={close} />;
}

/** Returns the number of steps that are done; null until the first one is about to be sent. */
function useProgress(id: string | undefined): number | null {
  const [progress, setProgress] = useState<ApplyProgress | null>(null);
  useEffect(() => onPush('configuration.progressed', setProgress), []);
  return progress === null || progress.id !== id ? null : progress.done;
}

/** How far it is, and stopping it before the next request. */
function Running({ plan: { id, steps }, done }: { plan: ShownPlan; done: number }) {
  const { t } = useMessages();
  const [isStopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    void api.configuration.stop({ id }).catch(() => setStopping(false));
  };
  const footer = (
    <Button disabledReason={isStopping ? t('compare.applying.stopping') : undefined} onClick={stop}>
      {t('compare.applying.stop')}
    </Button>
  );
  return (
    <Dialog open onOpenChange={() => undefined} width={560} title={t('compare.applying')} footer={footer}>
      <div className={styles.result}>
        <p role="status">
          {isStopping ? t('compare.applying.stopping') : t('compare.applied.count', { count: done, total: steps.length })}
        </p>
        <progress className={styles.progress} max={steps.length} value={done} aria-label={t('compare.applying')} />
        <Steps steps={steps} done={done} />
      </div>
    </Dialog>
  );
}

interface PlanFormProps {
  plan: ShownPlan | null;
  planning: Pick<ReturnType<typeof useAction>, 'failure' | 'isPending'>;
  applying: {
    readonly isPending: boolean;
    readonly failure: ReturnType<typeof useAction>['failure'];
    run(plan: ShownPlan, secrets: Record<string, string>): Promise<void>;
  };
  connectionId: string;
  onClose: () => void;
}

function PlanForm({ plan, planning, applying, connectionId, onClose }: PlanFormProps) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId)?.environment;
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const names = [...new Set(plan?.asks.map(({ name }) => name))];
  const isMissing = names.some((name) => (secrets[name] ?? '') === '');
  const isRefused = plan === null || plan.refusals.length > 0;
  const reason = isRefused
    ? t(plan === null ? 'compare.plan.reading' : 'compare.plan.refused')
    : isMissing
      ? t('compare.plan.secrets-missing')
      : undefined;
  return (
    <FormDialog
      title={t('compare.plan')}
      description={t('compare.plan.text')}
      width={560}
      environment={environment}
      actionLabel={t('compare.plan.apply')}
      busy={applying.isPending}
      busyReason={t('compare.plan.busy')}
      disabledReason={reason}
      onClose={onClose}
      onSubmit={() => {
        if (plan !== null && reason === undefined && !applying.isPending) void applying.run(plan, { ...secrets });
      }}
    >
      {planning.failure !== null && <FormFailure report={planning.failure} />}
      {plan === null && planning.failure === null && (
        <>
          <LoadingStatus />
          <Skeleton height={20} />
          <Skeleton height={20} width="70%" />
        </>
      )}
      {plan !== null && plan.refusals.length > 0 && <Refusals plan={plan} />}
      {plan !== null && plan.steps.length > 0 && <Steps steps={plan.steps} />}
      {names.map((name) => (
        <Field key={name} label={name} help={t('compare.plan.secret', { names: secretUsers(messages, plan, name) })}>
          {(control) => (
            <PasswordInput
              {...control}
              what="key"
              autoComplete="off"
              readOnly={applying.isPending}
              value={secrets[name] ?? ''}
              onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <FailureLine report={applying.failure} unknown="compare.plan.unknown" />
    </FormDialog>
  );
}

function secretUsers(messages: ReturnType<typeof useMessages>, plan: ShownPlan | null, name: string): string {
  const users = plan?.asks.filter((ask) => ask.name === name).map((ask) => rowName(messages, ask)) ?? [];
  return formatNames(users, messages.locale);
}

/** Why the rows can’t be applied together. */
function Refusals({ plan }: { plan: ShownPlan }) {
  const messages = useMessages();
  const { t, locale } = messages;
  return (
    <Callout tone="bad" title={t('compare.refused')}>
      <ProblemList>
        {plan.refusals.map((refusal, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two refusals may say the same, and none is reordered
          <li key={at}>
            {t(`compare.refusal.${refusal.reason}`, { name: rowName(messages, refusal), names: formatNames(refusal.names, locale) })}
          </li>
        ))}
      </ProblemList>
    </Callout>
  );
}

/** The requests in their order. `done` of them are marked as such. */
function Steps({ steps, done }: { steps: readonly PlannedStep[]; done?: number }) {
  const messages = useMessages();
  const { t, locale } = messages;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <ol className={styles.steps} tabIndex={0} aria-label={t('compare.steps')}>
      {steps.map(({ kind, rows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps are never reordered
        <li key={at} data-personal={kind === 'save-view' || kind === 'delete-view' ? '' : undefined}>
          {t(`compare.step.${kind}`, {
            name: rows[0] === undefined ? '' : rowName(messages, rows[0]),
            names: formatNames(
              rows.map((row) => rowName(messages, row)),
              locale,
            ),
          })}
          {done !== undefined && <span className={styles.stepState}>{t(at < done ? 'compare.step.done' : 'compare.step.open')}</span>}
        </li>
      ))}
    </ol>
  );
}

interface ResultProps {
  applied: ShownApplied;
  steps: readonly PlannedStep[];
  applyId: string;
  connectionId: string;
  onClose: () => void;
}

/** How far it came, what wasn’t done and why, and where it can be undone. */
function Result({ applied: { done, of, stop }, steps, applyId, connectionId, onClose }: ResultProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const rollBack = () => {
    onClose();
    showRollBack(applyId);
  };
  const footer = (
    <>
      {done > 0 && (
        <Button icon={Undo2} onClick={rollBack}>
          {t('journal.roll-back')}
        </Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {t('compare.again')}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} width={560} title={t(stop === null ? 'compare.applied' : 'compare.stopped')} footer={footer}>
      <div className={styles.result}>
        <p role="status">{t('compare.applied.count', { count: done, total: of })}</p>
        {stop?.reason === 'stopped' && <Callout tone="warn" title={t('compare.stop.stopped')} />}
        {stop?.reason === 'conflict' && (
          <Callout tone="warn" title={t('compare.stop.conflict')}>
            {formatNames(
              stop.rows.map((row) => rowName(messages, row)),
              locale,
            )}
          </Callout>
        )}
        {stop?.reason === 'names' && <NamingProblems problems={stop.problems} />}
        {stop?.reason === 'failed' && <FailureLine report={stop.error} unknown="compare.plan.unknown" />}
        <Steps steps={steps} done={done} />
        <p className={styles.quiet}>
          {t('compare.undo')} <Link to={paths.journal(connectionId)}>{t('compare.undo.journal')}</Link>
        </p>
      </div>
    </Dialog>
  );
}
