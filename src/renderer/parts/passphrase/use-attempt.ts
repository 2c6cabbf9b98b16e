import { useRef, useState } from 'react';
import type { Attempt } from '#contract/bridge/lock.ts';
import { waitText } from '#lib/lock/wait-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';

type RefusedAttempt = Exclude<Attempt, { outcome: 'right' }>;

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
  const [problem, setProblem] = useState<'missing' | RefusedAttempt>();
  const input = useRef<HTMLInputElement>(null);
  return {
    error: problem && problemText(messages, problem),
    input,
    clear: () => setProblem(undefined),
    missing: () => setProblem('missing'),
    answered(attempt) {
      if (attempt.outcome === 'right') return onRight();
      setProblem(attempt);
      input.current?.select();
    },
  };
}

function problemText(messages: Translator, problem: 'missing' | RefusedAttempt): string {
  if (problem === 'missing') return messages.t('sealed.passphrase.missing');
  return problem.outcome === 'wait' ? waitText(messages, Math.ceil(problem.waitMillis / 1000)) : messages.t('lock.wrong');
}
