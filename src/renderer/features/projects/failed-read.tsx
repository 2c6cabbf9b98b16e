import { errorText, reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { Callout } from '../../ui/feedback/callout';
import { Button } from '../../ui/inputs/button';

interface FailedReadProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** What a dialog couldn’t read, and a button to read it again. */
export function FailedRead({ title, query: { error, isFetching, refetch } }: FailedReadProps) {
  const messages = useMessages();
  const retry = (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {messages.t('ui.retry')}
    </Button>
  );
  return (
    <Callout tone="bad" title={title} action={retry}>
      {errorText(messages, reportOf(error)).title}
    </Callout>
  );
}
