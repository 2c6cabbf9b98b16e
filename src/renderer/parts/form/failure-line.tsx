import type { ErrorReport } from '#contract/errors.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';

interface FailureLineProps {
  report: ErrorReport | null;
  /** What to check where the service may have made the change. */
  unknown: MessageKey;
}

/** Why a dialog’s change failed, and what to do. Shows nothing without a failure. */
export function FailureLine({ report, unknown }: FailureLineProps) {
  const { t } = useMessages();
  return <ErrorCallout report={report} next={report !== null && isOutcomeUnknown(report) ? t(unknown) : undefined} />;
}
