import type { ErrorReport } from '#contract/errors.ts';
import { errorDetails } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { CopyTextButton } from '#ui/inputs/copy-button.tsx';

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
