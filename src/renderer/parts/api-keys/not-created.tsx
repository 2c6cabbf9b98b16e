import type { ErrorReport } from '#contract/errors.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { FormFailure } from '../form/form-failure';

/** Why a key wasn't created. If that is unknown, `next` says what to check before another one is created. */
export function NotCreated({ report, next }: { report: ErrorReport; next: string }) {
  return isOutcomeUnknown(report) ? <ErrorCallout report={report} next={next} /> : <FormFailure report={report} />;
}
