import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { RetryButton } from '#ui/feedback/retry-button.tsx';

interface FailedReadProps {
  title: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
}

/** What a dialog couldn’t read, and a button to read it again. */
export function FailedRead({ title, query: { error, isFetching, refetch } }: FailedReadProps) {
  const messages = useMessages();
  const retry = error && <RetryButton report={reportOf(error)} busy={isFetching} onRetry={() => void refetch()} />;
  return (
    <Callout tone="bad" title={title} action={retry}>
      {errorText(messages, reportOf(error)).title}
    </Callout>
  );
}
