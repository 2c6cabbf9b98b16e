import { useRef, useState } from 'react';
import type { Attempt } from '../../../../contract/lock/lock';
import { waitText } from '../../../lib/lock/wait-text';
import { useMessages } from '../../../lib/use-messages';

/** What a field for the current passphrase shows after an attempt. */
export interface AttemptField {
  readonly error: string | undefined;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly clear: () => void;
  /** Shows why a passphrase wasn't accepted, or calls `onRight`. */
  readonly answered: (attempt: Attempt) => void;
  readonly missing: () => void;
}

/** Returns the state of a field for the current passphrase. */
export function useAttempt(onRight: () => void): AttemptField {
  const messages = useMessages();
  const { t } = messages;
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  return {
    error,
    input,
    clear: () => setError(undefined),
    missing: () => setError(t('sealed.passphrase.missing')),
    answered(attempt) {
      if (attempt.outcome === 'right') return onRight();
      const seconds = Math.ceil(attempt.waitMillis / 1000);
      setError(attempt.outcome === 'wait' ? waitText(messages, seconds) : t('lock.wrong'));
      input.current?.select();
    },
  };
}
