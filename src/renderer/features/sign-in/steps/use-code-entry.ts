import { useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import { errorText } from '../../../lib/errors/error-text';
import { codeLength } from '../../../lib/rules/one-time-code';
import { useAction } from '../../../lib/use-action';
import { useMessages } from '../../../lib/use-messages';
import { failurePlace } from '../card/failure-place';
import { recoverFrom } from '../card/recover-from';

interface CodeEntry {
  readonly value: string;
  readonly busy: boolean;
  readonly refusals: number;
  /** The error of the code itself. */
  readonly error: string | undefined;
  /** Any other failure, shown above the field. */
  readonly failure: ErrorReport | null;
  readonly type: (value: string) => void;
  readonly submit: (code: string) => void;
  /** Submits the field again. */
  readonly retry: () => void;
}

/** Returns the state of a code field: a rejected code is cleared, any other failure keeps it. */
export function useCodeEntry(send: (code: string) => Promise<SignInStep>, onStep: (step: SignInStep) => void): CodeEntry {
  const messages = useMessages();
  const [value, setValue] = useState('');
  const [refusals, setRefusals] = useState(0);
  const onFailure = ({ code }: ErrorReport) => {
    if (code !== 'known-error' && code !== 'bad-input') return;
    setValue('');
    setRefusals((count) => count + 1);
  };
  const { isPending, failure, run, reset } = useAction(async (code: string) => onStep(await send(code)), {
    recover: recoverFrom,
    onFailure,
  });
  const place = failure && failurePlace(failure);
  return {
    value,
    busy: isPending,
    refusals,
    error: place?.at === 'code' && failure ? (place.text ? messages.t(place.text) : errorText(messages, failure).title) : undefined,
    failure: place?.at === 'code' ? null : failure,
    type(next) {
      setValue(next);
      if (next !== '') reset();
    },
    submit: (code) => void run(code),
    retry: () => (value.length === codeLength ? void run(value) : reset()),
  };
}
