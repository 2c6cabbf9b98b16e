import { RotateCw } from 'lucide-react';
import type { ErrorReport } from '../../../contract/errors';
import { errorDetails, errorText } from '../../lib/error-text';
import { useMessages } from '../../lib/use-messages';
import { Button } from '../../ui/button';
import { Callout } from '../../ui/callout';
import { CopyTextButton } from '../../ui/copy-button';
import styles from './credentials-form.module.css';
import { failurePlace, needsSandbox } from './failure-place';

/** A failure that belongs to no field: what happened, what to do, and the button that does it. */
export function FailureCallout({ report, onRetry }: { report: ErrorReport; onRetry: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const place = failurePlace(report);
  if (place.at !== 'card') return null;
  const { title, next } = errorText(messages, report);
  return (
    <Callout tone="bad" title={title}>
      <p>{place.next === undefined ? next : t(place.next)}</p>
      <div className={styles.remedies}>
        {place.retry && (
          <Button size="sm" icon={RotateCw} onClick={onRetry}>
            {t(needsSandbox(report) ? 'sign-in.restart-sandbox' : 'ui.retry')}
          </Button>
        )}
        <CopyTextButton size="sm" variant="plain" value={() => errorDetails(report)}>
          {t('ui.copy-details')}
        </CopyTextButton>
      </div>
      {report.requestId !== undefined && <p className={styles.request}>{t('ui.request-id', { id: report.requestId })}</p>}
    </Callout>
  );
}
