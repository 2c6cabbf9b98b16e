import type { ErrorReport } from '../../../contract/errors';
import { errorDetails, errorText } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { CopyTextButton } from '../../ui/inputs/copy-button';

/** Why saving failed, where no field shows it. */
export function FormFailure({ report }: { report: ErrorReport }) {
  const messages = useMessages();
  const { title, next } = errorText(messages, report);
  const details = (
    <CopyTextButton size="sm" variant="plain" value={() => errorDetails(report)}>
      {messages.t('ui.copy-details')}
    </CopyTextButton>
  );
  return (
    <Callout tone="bad" title={title} action={details}>
      {next}
    </Callout>
  );
}
