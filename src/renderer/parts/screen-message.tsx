import { type ReactNode, useEffect, useId } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
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

interface GoneMessageProps {
  /** What is gone. */
  title: string;
  leaveLabel: string;
  onLeave: () => void;
}

/** Says that something is gone whose editor stays with what was entered there, so that it can be copied. */
export function GoneMessage({ title, leaveLabel, onLeave }: GoneMessageProps) {
  const { t } = useMessages();
  const action = (
    <Button size="sm" onClick={onLeave}>
      {leaveLabel}
    </Button>
  );
  return <ScreenMessage title={title} text={t('ui.gone.kept')} action={action} />;
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
