import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { cx } from '#lib/class-names.ts';
import { errorDetails, errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Icon } from '../data/icon';
import { CopyTextButton } from '../inputs/copy-button';
import { DiagnosisList } from './diagnosis-list';
import { RetryButton } from './retry-button';
import styles from './state.module.css';

interface ErrorStateProps {
  report: ErrorReport;
  onRetry?: (() => void) | undefined;
  /** Whether the retry is in progress. */
  busy?: boolean;
  /** A better next step than retrying, e.g. signing in again. */
  action?: ReactNode;
}

/** Where something failed: what happened, what to do, and the details for someone who can help. */
export function ErrorState({ report, onRetry, busy, action }: ErrorStateProps) {
  const messages = useMessages();
  const { t } = messages;
  const { title, next } = errorText(messages, report);
  return (
    <div className={styles.state} role="alert">
      <span className={cx(styles.icon, styles.bad)}>
        <Icon of={CircleAlert} size={18} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{next}</p>
      <div className={styles.actions}>
        {action}
        {onRetry && <RetryButton report={report} onRetry={onRetry} busy={busy} />}
        <CopyTextButton variant="plain" value={() => errorDetails(report)}>
          {t('ui.copy-details')}
        </CopyTextButton>
      </div>
      {report.diagnosis !== undefined && <DiagnosisList diagnosis={report.diagnosis} />}
      {report.requestId !== undefined && <p className={styles.request}>{t('ui.request-id', { id: report.requestId })}</p>}
    </div>
  );
}
