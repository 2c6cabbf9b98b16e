import type { ReactNode } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ScreenMessage } from './screen-message';

interface OutdatedMessageProps {
  /** Why the data couldn't be read again. */
  report: ErrorReport;
  onRetry: () => void;
  busy: boolean;
  /** Another button beside that to retry. */
  action?: ReactNode;
}

/** Says in the status bar that what is shown couldn't be read again and may be outdated. */
export function OutdatedMessage({ report, onRetry, busy, action }: OutdatedMessageProps) {
  const messages = useMessages();
  const { title, next } = errorText(messages, report);
  return <ScreenMessage title={title} text={messages.t('ui.outdated', { next })} retry={{ report, onRetry, busy }} action={action} />;
}
