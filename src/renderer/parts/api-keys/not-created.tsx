import type { ErrorReport } from '../../../contract/errors';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { FormFailure } from '../form/form-failure';

/** Why a key wasn't created. If that is unknown, `next` says what to check before another one is created. */
export function NotCreated({ report, next }: { report: ErrorReport; next: string }) {
  return isOutcomeUnknown(report) ? <ErrorCallout report={report} next={next} /> : <FormFailure report={report} />;
}
