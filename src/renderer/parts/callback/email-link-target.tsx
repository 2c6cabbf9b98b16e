import { type CallbackPurpose, isForOthers } from '../../../contract/bridge/callbacks';
import { useCallbackChoices, useChooseCallback } from '../../data/callbacks';
import { errorText, reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { CallbackField } from '../../ui/inputs/callback-field';

/** The redirect URL of the email that this form sends. The email can also be sent without choosing. */
export function EmailLinkTarget({ connectionId, purpose }: { connectionId: string; purpose: CallbackPurpose }) {
  const messages = useMessages();
  const { data } = useCallbackChoices(connectionId, purpose);
  const choose = useChooseCallback(connectionId, purpose);
  if (data === undefined) return null;
  const error = choose.error === null ? undefined : errorText(messages, reportOf(choose.error)).title;
  return <CallbackField {...data} onChoose={choose.mutate} error={error} isForOthers={isForOthers(purpose)} />;
}
