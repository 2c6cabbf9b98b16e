import { useState } from 'react';
import { reportOf, unconfirmedHostOf } from '#lib/errors/error-text.ts';

export interface HostQuestion {
  readonly host: string;
  readonly decide: (isConfirmed: boolean) => unknown;
}

interface HostQuestions {
  /** The question to show; null for none. */
  readonly question: HostQuestion | null;
  /** Saves, and again with the host if the user confirms it. Otherwise throws the error of the first attempt. */
  readonly saveWithHost: (save: (confirmedHost?: string) => Promise<void>) => Promise<void>;
}

/** Returns the question about a server that doesn't respond as the service does, while a save waits for its answer. */
export function useHostQuestion(): HostQuestions {
  const [question, setQuestion] = useState<HostQuestion | null>(null);
  const ask = (host: string) => new Promise<boolean>((decide) => setQuestion({ host, decide })).finally(() => setQuestion(null));
  return {
    question,
    async saveWithHost(save) {
      try {
        await save();
      } catch (thrown) {
        const host = unconfirmedHostOf(reportOf(thrown));
        if (host === undefined || !(await ask(host))) throw thrown;
        await save(host);
      }
    },
  };
}
