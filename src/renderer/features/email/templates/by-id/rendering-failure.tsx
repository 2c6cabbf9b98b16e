import type { ErrorReport } from '../../../../../contract/errors';
import type { MessageKey } from '../../../../../messages/translator';
import { useMessages } from '../../../../lib/use-messages';
import { ErrorCallout } from '../../../../ui/feedback/error-callout';
import styles from '../templates.module.css';

interface RenderingFailureProps {
  report: ErrorReport | null;
  /** What a source that can't be rendered means for the template. */
  broken: MessageKey;
}

/** Why a template couldn't be saved or previewed, with the service's message about its source. */
export function RenderingFailure({ report, broken }: RenderingFailureProps) {
  const { t } = useMessages();
  const details = report?.known === 'EMAIL_RENDERING_ERROR' ? report.details : undefined;
  const error = typeof details === 'object' && details !== null && !Array.isArray(details) ? details.error : undefined;
  if (typeof error !== 'string') return <ErrorCallout report={report} />;
  const next = (
    <>
      <p>{t(broken)}</p>
      <p className={styles.fault} dir="ltr">
        {error}
      </p>
    </>
  );
  return <ErrorCallout report={report} next={next} />;
}
