import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorDetails, errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';
import { SiteCallback } from '../methods/site-callback';
import { useAddressedConnection } from '../use-sign-in-navigation';
import { EnterKeyButton } from './enter-key-button';
import styles from './failure-callout.module.css';
import { failurePosition, needsPublishableKey, needsSandbox, needsSite } from './failure-position';

interface FailureCalloutProps {
  report: ErrorReport;
  onRetry: () => void;
  /** What helps instead of doing it again. */
  action?: ReactNode;
  /** Replaces the usual title. */
  title?: MessageKey | undefined;
  /** Replaces the usual next step. */
  next?: MessageKey | undefined;
  /** Set if the card has no fields, so that every failure is shown here. */
  isWhole?: boolean;
  /** The card belongs to a signed-in account: signing in through the project’s site isn’t offered. */
  isSignedIn?: boolean;
}

/** A failure that belongs to no field: what happened, what to do, and the button that does it. */
export function FailureCallout(props: FailureCalloutProps) {
  const { report, onRetry, action, title: otherTitle, next: otherNext, isWhole = false, isSignedIn = false } = props;
  const messages = useMessages();
  const { t } = messages;
  const connection = useAddressedConnection();
  const place = failurePosition(report);
  if (place.at !== 'card' && !isWhole) return null;
  const { title, next } = errorText(messages, report);
  const canRepeat = place.at === 'card' && place.retry;
  const offersSite = action === undefined && connection !== undefined && needsSite(report);
  const own = otherNext ?? (offersSite ? 'callback.refused.next' : place.at === 'card' ? place.next : undefined);
  const needsKey = action === undefined && connection !== undefined && needsPublishableKey(report);
  return (
    <>
      <Callout tone="bad" title={otherTitle === undefined ? title : t(otherTitle)}>
        <p>{own === undefined ? next : t(own)}</p>
        <div className={styles.remedies}>
          {action}
          {needsKey && <EnterKeyButton connectionId={connection.id} size="sm" />}
          {action === undefined && canRepeat && (
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
      {offersSite && <SiteCallback connectionId={connection.id} canSignIn={!isSignedIn} onUsed={onRetry} />}
    </>
  );
}
