import type { ErrorReport } from '#contract/errors.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { isRefused, refusalOf } from './recipients';
import type { Recipients } from './use-recipients';

interface SendFailureProps {
  /** The refusal, after which nothing was sent. */
  failure: ErrorReport | null;
  isSending: boolean;
  recipients: Recipients;
}

/** Why nothing was sent, or what is left after a part was. */
export function SendFailure({ failure, isSending, recipients: { results, waiting } }: SendFailureProps) {
  const { t } = useMessages();
  if (failure !== null) {
    const isDeleted = refusalOf(failure) === 'deleted';
    return <ErrorCallout report={failure} next={isDeleted ? t('send-email.deleted.next') : undefined} />;
  }
  if (isSending || results.size === 0) return null;
  const unknown = waiting.filter(({ id }) => results.get(id)?.state === 'unknown').length;
  return (
    <div role="alert">
      {unknown > 0 ? (
        <Callout tone="warn" title={t('send-email.lost')}>
          {t('send-email.lost.text', { count: unknown, rest: waiting.length - unknown })}
        </Callout>
      ) : (
        <Callout tone="warn" title={t('send-email.partly', { count: waiting.length })}>
          {t(waiting.every(({ id }) => isRefused(results.get(id))) ? 'send-email.partly.refused' : 'send-email.partly.text')}
        </Callout>
      )}
    </div>
  );
}
