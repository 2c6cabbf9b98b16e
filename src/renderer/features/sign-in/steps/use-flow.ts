import { useState } from 'react';
import { useLocation } from 'react-router';
import type { SignedInStep, SignInStep } from '../../../../contract/bridge/sign-in';
import type { MessageKey } from '../../../../messages/translator';
import { api } from '../../../api';

/** A step that wants something of the person. */
export type OpenStep = Exclude<SignInStep, { step: 'signed-in' | 'passkey-registered' }>;

/** A way in that is under way: which step it stands at. */
export interface Flow {
  /** Null before it began. */
  readonly step: OpenStep | null;
  /** Goes on to the step that a call answered. */
  take(step: SignInStep): void;
  /** Gives it up and begins anew. */
  leave(): void;
}

/**
 * Follows a sign-in from step to step; `onDone` is called at its end. Creating a passkey is none, and ends with `onPasskey`. A step belongs to
 * the place in the history at which it was reached: a link to the same card, for another method, leaves it.
 */
export function useFlow(onDone: (step: SignedInStep) => void, onPasskey: () => void = () => undefined): Flow {
  const { key } = useLocation();
  const [reached, setReached] = useState<{ readonly step: OpenStep; readonly key: string } | null>(null);
  const step = reached?.key === key ? reached.step : null;
  return {
    step,
    take(next) {
      if (next.step === 'signed-in') onDone(next);
      else if (next.step === 'passkey-registered') onPasskey();
      else setReached({ step: next, key });
    },
    leave() {
      // It ends by itself as well, so that nobody needs to hear when this fails.
      if (step !== null) void api.signIn.cancel({ flowId: step.flowId }).catch(() => undefined);
      setReached(null);
    },
  };
}

const titles: Readonly<Record<OpenStep['step'], MessageKey>> = {
  totp: 'sign-in.totp.title',
  'code-sent': 'sign-in.code.title',
  'mail-sent': 'sign-in.mail.title',
  browser: 'sign-in.browser.title',
};

/** What stands on the card at a step; before the first one, what the card is for. */
export function stepTitle({ step }: Flow, before: MessageKey): MessageKey {
  return step === null ? before : titles[step.step];
}
