import { CircleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { cx } from '#lib/class-names.ts';
import { errorDetails, errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { CopyTextButton } from '../inputs/copy-button';
import { RetryButton } from './retry-button';
import stateStyles from './state.module.css';

/** The diagnosis of a failure is read, and its code loaded, after the message is there. */
const DiagnosisList = lazy(() => import('./diagnosis-list').then((module) => ({ default: module.DiagnosisList })));

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
      {report.diagnosis !== undefined && (
        <Suspense fallback={null}>
          <DiagnosisList diagnosis={report.diagnosis} />
        </Suspense>
      )}
      {report.requestId !== undefined && <p className={stateStyles.request}>{t('ui.request-id', { id: report.requestId })}</p>}
    </div>
  );
}
