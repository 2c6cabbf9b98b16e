import type { ReactNode } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from './callout';

interface ErrorCalloutProps {
  report: ErrorReport | null;
  /** What to do, instead of the text for the error. */
  next?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** What failed and what to do. Shows nothing without a report. */
export function ErrorCallout({ report, next, ...rest }: ErrorCalloutProps) {
  const messages = useMessages();
  if (report === null) return null;
  const text = errorText(messages, report);
  return (
    <Callout tone="bad" title={text.title} {...rest}>
      {next ?? text.next}
    </Callout>
  );
}
