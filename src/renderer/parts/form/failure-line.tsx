import type { ErrorReport } from '../../../contract/errors';
import type { MessageKey } from '../../../messages/translator';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { useMessages } from '../../lib/use-messages';
import { ErrorCallout } from '../../ui/feedback/error-callout';

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
