import type { ReactNode } from 'react';
import { type CallbackPurpose, isForOthers } from '#contract/bridge/callbacks.ts';
import { useAreChoicesKnown, useCallbackChoices, useChooseCallback } from '#data/callbacks.ts';
import { errorText, reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { useMessages } from '#lib/use-messages.ts';
import { CallbackField } from '#ui/inputs/callback-field.tsx';
import { OpeningDialog } from '#ui/overlays/opening-dialog.tsx';

/** The redirect URL of the email that this form sends. The email can also be sent without choosing. */
export function EmailLinkTarget({ connectionId, purpose }: { connectionId: string; purpose: CallbackPurpose }) {
  const messages = useMessages();
  const { data } = useCallbackChoices(connectionId, purpose);
  const choose = useChooseCallback(connectionId, purpose);
  if (data === undefined) return null;
  const error = choose.error === null ? undefined : errorText(messages, reportOf(choose.error)).title;
  return <CallbackField {...data} onChoose={choose.mutate} error={error} isForOthers={isForOthers(purpose)} />;
}

interface LinkTargetGateProps {
  connectionId: string;
  /** For which email the form has an `EmailLinkTarget`; null if it has none. */
  purpose: CallbackPurpose | null;
  /** What is shown until then. As a rule this is for a dialog, which opens then. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows a form once its redirect URLs are known or couldn't be read: their field would push away what is below. */
export function LinkTargetGate({ connectionId, purpose, fallback = <OpeningDialog />, children }: LinkTargetGateProps) {
  // What the user does there isn't lost when they are read again.
  return useLatch(useAreChoicesKnown(connectionId, purpose)) ? children : fallback;
}
