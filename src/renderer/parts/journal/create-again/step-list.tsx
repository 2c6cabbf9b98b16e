import { Ban, Circle, CircleAlert, CircleCheck, CircleHelp, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ShownStep } from '#contract/bridge/snapshots.ts';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { cx } from '#lib/class-names.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { formatNames } from '#lib/intl/format.ts';
import { userName } from '#lib/rules/names.ts';
import { providerName } from '#lib/rules/sign-in-methods.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '#ui/data/icon.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import styles from './create-again.module.css';
import type { RunStep } from './use-create-again';

type State = 'waiting' | 'running' | 'done' | 'failed' | 'unclear' | 'skipped';

const icons: Readonly<Record<State, LucideIcon>> = {
  waiting: Circle,
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleAlert,
  unclear: CircleHelp,
  skipped: Ban,
};

function stateOf({ skip, result, isRunning }: RunStep): State {
  if (skip !== null) return 'skipped';
  if (isRunning) return 'running';
  if (result === 'running') return 'unclear';
  return result ?? 'waiting';
}

/** What comes back, each with how it ended, or why it doesn't. */
export function StepList({ steps }: { steps: readonly RunStep[] }) {
  const { t } = useMessages();
  return (
    <ul className={styles.list} aria-label={t('snapshots.steps')}>
      {steps.map((step) => (
        <StepRow key={step.id} step={step} />
      ))}
    </ul>
  );
}

function StepRow({ step }: { step: RunStep }) {
  const { t, locale } = useMessages();
  const state = stateOf(step);
  const reason = useReason(step, state);
  return (
    <li className={cx(styles.row, styles[state])} aria-busy={state === 'running' || undefined}>
      <Icon of={icons[state]} size={15} className={state === 'running' ? styles.spinning : undefined} />
      <div className={styles.words}>
        <span className={styles.name}>{useStepName(step)}</span>
        {step.details.length > 0 && <span className={styles.detail}>{formatNames(step.details, locale)}</span>}
        {reason !== null && <span className={styles.reason}>{reason}</span>}
        <VisuallyHidden>{t(`snapshots.result.${state}`)}</VisuallyHidden>
      </div>
    </li>
  );
}

function useStepName({ kind, subject, person }: ShownStep): string {
  const messages = useMessages();
  const { t } = messages;
  if (kind === 'create-user')
    return subject === null ? t('snapshots.step.create-user') : t('snapshots.step.create-user.email', { subject });
  if (kind === 'account') return t('snapshots.step.account', { subject: providerName(subject ?? '') });
  if (kind === 'member')
    return t('snapshots.step.member', {
      subject: userName(messages, { display_name: person?.displayName ?? null, primary_email: subject }),
    });
  if (kind === 'team' || kind === 'selected-team') return t(`snapshots.step.${kind}`, { subject: subject || t('shell.teams.unnamed') });
  if (kind === 'email' || kind === 'primary-email') return t(`snapshots.step.${kind}`, { subject: subject ?? '' });
  return t(`snapshots.step.${kind}`);
}

function useReason(step: RunStep, state: State): string | null {
  const messages = useMessages();
  const { t } = messages;
  if (step.skip !== null) return t(`snapshots.skip.${step.skip}`);
  if (state === 'unclear') return t('snapshots.step-unclear');
  if (state !== 'failed') return null;
  const report = step.error ?? storedReport(step);
  return report === null ? null : errorText(messages, report).title;
}

/** The failure of an earlier try, of which only its codes were kept. */
function storedReport({ code, known }: ShownStep): ErrorReport | null {
  if (code === null || !Object.hasOwn(errorCodes, code)) return null;
  return { code: code as ErrorCode, ...(known === null ? {} : { known }) };
}
