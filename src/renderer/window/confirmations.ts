import { create } from 'zustand';
import type { Confirmation } from '#contract/bridge/safety.ts';

export interface Question {
  readonly confirmation: Confirmation;
  readonly connectionId: string | null;
  /** Resolves the question; later calls are ignored. */
  answer(confirmed: boolean): void;
}

/** The questions before a call is made, oldest first. */
export const useConfirmations = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }));

/** Requests a confirmation. Resolves to true if the user confirms. */
export function requestConfirmation(confirmation: Confirmation, connectionId: string | null): Promise<boolean> {
  return new Promise((resolve) => {
    const question: Question = {
      confirmation,
      connectionId,
      answer(confirmed) {
        useConfirmations.setState(({ questions }) => ({ questions: questions.filter((other) => other !== question) }));
        resolve(confirmed);
      },
    };
    useConfirmations.setState(({ questions }) => ({ questions: [...questions, question] }));
  });
}
