import type { ErrorReport } from '../../../contract/errors';
import type { MessageKey } from '../../../messages/translator';
import { errorText } from '../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';

interface FailureLineProps {
  report: ErrorReport | null;
  /** What to check where the service may have made the change. */
  unknown: MessageKey;
}

/** Why a dialog’s change failed, and what to do. Shows nothing without a failure. */
export function FailureLine({ report, unknown }: FailureLineProps) {
  const messages = useMessages();
  if (report === null) return null;
  const { title, next } = errorText(messages, report);
  return (
    <Callout tone="bad" title={title}>
      {isOutcomeUnknown(report) ? messages.t(unknown) : next}
    </Callout>
  );
}
