import type { ErrorReport } from '#contract/errors.ts';
import { errorDetails } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { MessageKey } from '#messages/translator.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';

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

/** Why saving failed, where no field shows it. */
export function FormFailure({ report }: { report: ErrorReport }) {
  const { t } = useMessages();
  const details = (
    <CopyTextButton size="sm" variant="plain" value={() => errorDetails(report)}>
      {t('ui.copy-details')}
    </CopyTextButton>
  );
  return <ErrorCallout report={report} action={details} />;
}
