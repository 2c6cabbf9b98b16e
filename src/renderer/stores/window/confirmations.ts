import { create } from 'zustand';
import type { Confirmation } from '../../../contract/bridge/safety';

export interface Question {
  readonly confirmation: Confirmation;
  readonly connectionId: string | null;
  /** Ends the question; a second answer says nothing. */
  answer(confirmed: boolean): void;
}

/** What the person is asked before a call is made, oldest first. */
export const useConfirmations = create<{ readonly questions: readonly Question[] }>()(() => ({ questions: [] }));

/** Asks the person; true once they have confirmed. */
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
