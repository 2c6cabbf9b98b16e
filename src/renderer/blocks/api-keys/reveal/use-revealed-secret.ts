import { useEffect, useState } from 'react';
import { AppError } from '../../../../contract/errors';
import { api } from '../../../api';
import { useWhenLocked } from '../../../lib/lock/when-locked';
import { useAction } from '../../../lib/use-action';
import { useFailureToast } from '../../../lib/use-failure-toast';

/** Milliseconds for which a revealed secret is shown. */
const shownMillis = 30_000;

/** Returns a secret while the user has it shown, else null, and a function that shows or hides it. */
export function useRevealedSecret(ref: string): { readonly text: string | null; readonly toggle: () => void } {
  const showFailure = useFailureToast();
  const [text, setText] = useState<string | null>(null);
  const reveal = useAction(() => api.secrets.reveal({ ref }), {
    onDone: (shown) => setText(shown.text),
    onFailure(report) {
      if (report.code !== 'cancelled') showFailure(new AppError(report));
    },
  });
  useWhenLocked(() => setText(null));
  useEffect(() => {
    if (text === null) return;
    const timer = setTimeout(() => setText(null), shownMillis);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, toggle: () => (text === null ? void reveal.run() : setText(null)) };
}
