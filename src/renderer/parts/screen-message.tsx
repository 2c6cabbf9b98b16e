import { type ReactNode, useEffect, useId } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { type ScreenReport, useScreenReports } from '#window/screen-reports.ts';

/** A message of the screen in the status bar, as long as this is rendered. It takes no room on the screen, so it moves nothing there. */
export function ScreenMessage({ tone, title, text, retry, action }: ScreenReport) {
  const id = useId();
  const { put, remove } = useScreenReports.getState();
  // At each render: its functions are others each time.
  useEffect(() => put(id, { title, text, ...(tone && { tone }), ...(retry && { retry }), ...(action !== undefined && { action }) }));
  useEffect(() => () => remove(id), [id, remove]);
  return null;
}

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
