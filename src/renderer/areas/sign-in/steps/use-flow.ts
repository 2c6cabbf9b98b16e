import { useState } from 'react';
import { useLocation } from 'react-router';
import type { SignedInStep, SignInStep } from '#contract/bridge/sign-in.ts';
import { api } from '#data/api.ts';
import type { MessageKey } from '#messages/translator.ts';

/** A step that waits for the user. */
export type OpenStep = Exclude<SignInStep, { step: 'signed-in' | 'passkey-registered' }>;

/** A sign-in flow in progress. */
export interface Flow {
  /** Null before it started. */
  readonly step: OpenStep | null;
  /** Continues with the step that a call returned. */
  take(step: SignInStep): void;
  /** Cancels the flow and starts over. */
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
      // The flow also expires, so a failure doesn't matter.
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

/** Returns the card's title at a step, or `before` if there is no step yet. */
export function stepTitle({ step }: Flow, before: MessageKey): MessageKey {
  return step === null ? before : titles[step.step];
}
