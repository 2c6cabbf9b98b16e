import { type UseFormReturn, useForm } from 'react-hook-form';
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { passwordBytes } from '#contract/limits.ts';
import { useAction } from '#lib/use-action.ts';
import type { MessageKey } from '#messages/translator.ts';
import { checkPassword } from '#parts/new-password.tsx';
import { failurePosition } from '../card/failure-position';
import { restartSandboxAfter } from '../card/restart-sandbox';

export interface Credentials {
  email: string;
  password: string;
}

export interface CredentialsForm {
  readonly form: UseFormReturn<Credentials>;
  /** Why the last attempt failed. */
  readonly failure: ErrorReport | null;
  readonly submit: () => void;
}

interface Options {
  readonly email: string;
  readonly send: (credentials: Credentials) => Promise<SignInStep>;
  /** Called unless the card was left in the meantime. */
  readonly onStep: (step: SignInStep) => void;
}

/** Returns the state of a card with an email and a password. Both are kept when an attempt fails. */
export function useCredentialsForm({ email, send, onStep }: Options): CredentialsForm {
  const form = useForm<Credentials>({ defaultValues: { email, password: '' } });
  const showAtField = (report: ErrorReport) => {
    const { at } = failurePosition(report);
    if (at === 'email' || at === 'password') form.setError(at, { type: 'service' }, { shouldFocus: true });
  };
  const { failure, run } = useAction(({ email: typed, password }: Credentials) => send({ email: typed.trim(), password }), {
    recover: restartSandboxAfter,
    onDone: onStep,
    onFailure: showAtField,
  });
  const submit = () => {
    if (!form.formState.isSubmitting) void form.handleSubmit(run)();
  };
  return { form, failure, submit };
}

const texts = {
  short: 'known.PASSWORD_TOO_SHORT',
  long: 'known.PASSWORD_TOO_LONG',
  bytes: 'sign-up.password.bytes',
} as const;

/** The values of the texts of problems. */
export const passwordLimits = { max: passwordBytes };

/** Returns what is wrong with a new password, a text with {@link passwordLimits}; undefined for a good one. */
export function passwordProblem(password: string): MessageKey | undefined {
  const { problem } = checkPassword(password);
  return problem === null ? undefined : texts[problem];
}
