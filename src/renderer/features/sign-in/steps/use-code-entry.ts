import { useRef, useState } from 'react';
import type { SignInStep } from '../../../../contract/bridge/sign-in';
import type { ErrorReport } from '../../../../contract/errors';
import { errorText, reportOf } from '../../../lib/errors/error-text';
import { codeLength } from '../../../lib/rules/one-time-code';
import { useMessages } from '../../../lib/use-messages';
import { failurePlace } from '../card/failure-place';
import { retryAfter } from '../card/retry-after';

export interface CodeEntry {
  readonly value: string;
  readonly busy: boolean;
  readonly refusals: number;
  /** What is wrong with the code itself. */
  readonly error: string | undefined;
  /** Any other failure; it belongs above the field. */
  readonly failure: ErrorReport | null;
  readonly type: (value: string) => void;
  readonly submit: (code: string) => void;
  /** Hands in again what is still in the field. */
  readonly retry: () => void;
  readonly forget: () => void;
}

/** The state of a code field: a refused code is cleared, any other failure leaves it there. */
export function useCodeEntry(send: (code: string) => Promise<SignInStep>, onStep: (step: SignInStep) => void): CodeEntry {
  const messages = useMessages();
  const [value, setValue] = useState('');
  const [report, setReport] = useState<ErrorReport | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);
  const isSending = useRef(false);
  const place = report && failurePlace(report);
  const submit = async (code: string, before: ErrorReport | null) => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setReport(null);
    try {
      onStep(await (before === null ? send(code) : retryAfter(before, () => send(code))));
    } catch (thrown) {
      const failed = reportOf(thrown);
      setReport(failed);
      if (failed.code === 'known-error' || failed.code === 'bad-input') {
        setValue('');
        setRefusals((count) => count + 1);
      }
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return {
    value,
    busy,
    refusals,
    error: place?.at === 'code' && report ? (place.text ? messages.t(place.text) : errorText(messages, report).title) : undefined,
    failure: place?.at === 'code' ? null : report,
    type(next) {
      setValue(next);
      // Said anew when it happens anew.
      if (next !== '') setReport(null);
    },
    submit: (code) => void submit(code, null),
    retry: () => void (value.length === codeLength ? submit(value, report) : setReport(null)),
    forget: () => setReport(null),
  };
}
