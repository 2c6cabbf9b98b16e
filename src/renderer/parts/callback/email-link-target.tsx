import { type CallbackPurpose, isForOthers } from '#contract/bridge/callbacks.ts';
import { useCallbackChoices, useChooseCallback } from '#data/callbacks.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CallbackField } from '#ui/inputs/callback-field.tsx';

/** The redirect URL of the email that this form sends. The email can also be sent without choosing. */
export function EmailLinkTarget({ connectionId, purpose }: { connectionId: string; purpose: CallbackPurpose }) {
  const messages = useMessages();
  const { data } = useCallbackChoices(connectionId, purpose);
  const choose = useChooseCallback(connectionId, purpose);
  if (data === undefined) return null;
  const error = choose.error === null ? undefined : errorText(messages, reportOf(choose.error)).title;
  return <CallbackField {...data} onChoose={choose.mutate} error={error} isForOthers={isForOthers(purpose)} />;
}
