import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Diagnosis, DiagnosisStep } from '#contract/bridge/diagnostics.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { cx } from '#lib/class-names.ts';
import { stepText } from '#lib/errors/diagnosis-text.ts';
import { errorDetails, errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { CopyTextButton } from '../inputs/copy-button';
import { VisuallyHidden } from '../layout/visually-hidden';
import styles from './diagnosis-list.module.css';
import { RetryButton } from './retry-button';
import stateStyles from './state.module.css';

/** The connection to a service, step by step, and where it failed. */
export function DiagnosisList({ diagnosis }: { diagnosis: Diagnosis }) {
  const { t } = useMessages();
  return (
    <dl className={styles.list} aria-label={t('ui.diagnosis')}>
      {diagnosis.proxy !== null && (
        <div className={styles.step}>
          <dt>{t('ui.diagnosis.proxy')}</dt>
          <dd>{diagnosis.proxy}</dd>
        </div>
      )}
      {diagnosis.steps.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </dl>
  );
}

function Step({ step }: { step: DiagnosisStep }) {
  const messages = useMessages();
  const { t } = messages;
  const { name, ok, millis } = step;
  const { text, code, certificate, advice } = stepText(messages, step);
  return (
    <div className={cx(styles.step, !ok && styles.failed)}>
      <dt>
        <Icon of={ok ? CircleCheck : CircleX} size={14} />
        {t(`ui.diagnosis.${name}`)}
      </dt>
      <dd>
        {!ok && <VisuallyHidden>{t('ui.diagnosis.failed')} </VisuallyHidden>}
        <span className={styles.found}>{text}</span>
        {certificate !== undefined && <p>{certificate}</p>}
        {advice !== undefined && <p>{advice}</p>}
        {code !== undefined && <code className={styles.code}>{code}</code>}
      </dd>
      <dd className={styles.millis}>{t('ui.diagnosis.millis', { millis })}</dd>
    </div>
  );
}

interface ErrorStateProps {
  report: ErrorReport;
  onRetry?: (() => void) | undefined;
  /** Whether the retry is in progress. */
  busy?: boolean;
  /** A better next step than retrying, e.g. signing in again. */
  action?: ReactNode;
}

/** Shown in place of data that couldn't be loaded: what happened, what to do, and the details for support. */
export function ErrorState({ report, onRetry, busy, action }: ErrorStateProps) {
  const messages = useMessages();
  const { t } = messages;
  const { title, next } = errorText(messages, report);
  return (
    <div className={stateStyles.state} role="alert">
      <span className={cx(stateStyles.icon, stateStyles.bad)}>
        <Icon of={CircleAlert} size={18} />
      </span>
      <h2 className={stateStyles.title}>{title}</h2>
      <p className={stateStyles.text}>{next}</p>
      <div className={stateStyles.actions}>
        {action}
        {onRetry && <RetryButton report={report} onRetry={onRetry} busy={busy} />}
        <CopyTextButton variant="plain" value={() => errorDetails(report)}>
          {t('ui.copy-details')}
        </CopyTextButton>
      </div>
      {report.diagnosis !== undefined && <DiagnosisList diagnosis={report.diagnosis} />}
      {report.requestId !== undefined && <p className={stateStyles.request}>{t('ui.request-id', { id: report.requestId })}</p>}
    </div>
  );
}
