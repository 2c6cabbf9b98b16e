/** Passes the writes of the sender to what follows them. */
import type { RecordedWrite, WriteOutcome, WriteRecorder } from '../ports/write-recorder';

export interface RecordedWrites {
  readonly recorder: WriteRecorder;
  /** Calls the listener after each write. Returns a function that unsubscribes. */
  onOutcome(listener: (write: RecordedWrite, outcome: WriteOutcome) => void): () => void;
  /** Records the writes from now on also in the journal, which delays each until it is stored. */
  recordIn(journal: WriteRecorder): void;
}

/** Creates the recorder, which delays no write without a journal. */
export function createRecordedWrites(): RecordedWrites {
  const listeners = new Set<(write: RecordedWrite, outcome: WriteOutcome) => void>();
  let journal: WriteRecorder | undefined;
  return {
    recorder: {
      intent: async (write) => journal?.intent(write),
      outcome(write, outcome) {
        journal?.outcome(write, outcome);
        for (const listener of listeners) listener(write, outcome);
      },
    },
    onOutcome(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recordIn(own) {
      journal = own;
    },
  };
}
