import type { SignedInStep, SignInStep } from '#contract/bridge/sign-in.ts';

/** Returns the step if it is of that kind. Throws for any other. */
export function stepOf<K extends SignInStep['step']>(kind: K, step: SignInStep): Extract<SignInStep, { step: K }> {
  if (!isKind(kind, step)) throw new Error(`The next step is ${step.step}, not ${kind}.`);
  return step;
}

export const signedIn = (step: SignInStep): SignedInStep => stepOf('signed-in', step);

function isKind<K extends SignInStep['step']>(kind: K, step: SignInStep): step is Extract<SignInStep, { step: K }> {
  return step.step === kind;
}
