import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { useIsShown } from '../../../lib/use-is-shown';
import { useMessages } from '../../../lib/use-messages';
import { failurePlace } from '../card/failure-place';
import { retryAfter } from '../card/retry-after';

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
  /** Called unless the card was left meanwhile. */
  readonly onStep: (step: SignInStep) => void;
}

/** The state of a card with an e-mail address and a password. What was typed stays when it fails. */
export function useCredentialsForm({ email, send, onStep }: Options): CredentialsForm {
  const form = useForm<Credentials>({ defaultValues: { email, password: '' } });
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const showUnderField = useFieldFailure(form);
  const isShown = useIsShown();
  const attempt = async (typed: Credentials) => {
    const before = failure;
    setFailure(null);
    const run = () => send({ email: typed.email.trim(), password: typed.password });
    try {
      const step = await (before === null ? run() : retryAfter(before, run));
      if (isShown.current) onStep(step);
    } catch (thrown) {
      const report = reportOf(thrown);
      setFailure(report);
      showUnderField(report);
    }
  };
  const submit = () => {
    if (!form.formState.isSubmitting) void form.handleSubmit(attempt)();
  };
  return { form, failure, submit };
}

function useFieldFailure(form: UseFormReturn<Credentials>): (report: ErrorReport) => void {
  const messages = useMessages();
  return (report) => {
    const place = failurePlace(report);
    if (place.at === 'card' || place.at === 'code') return;
    const message = place.text === undefined ? errorText(messages, report).title : messages.t(place.text);
    form.setError(place.at, { type: 'service', message }, { shouldFocus: true });
  };
}
