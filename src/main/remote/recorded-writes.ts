/** Passes the writes of the sender to what follows them. */
import type { RecordedWrite, WriteOutcome, WriteRecorder } from '../ports/write-recorder';

export interface RecordedWrites {
  readonly recorder: WriteRecorder;
  /** Calls the listener after each write. Returns a function that unsubscribes. */
  onOutcome(listener: (write: RecordedWrite, outcome: WriteOutcome) => void): () => void;
}

/** Creates the recorder, which delays no write. */
export function createRecordedWrites(): RecordedWrites {
  const listeners = new Set<(write: RecordedWrite, outcome: WriteOutcome) => void>();
  return {
    recorder: {
      intent: async () => undefined,
      outcome(write, outcome) {
        for (const listener of listeners) listener(write, outcome);
      },
    },
    onOutcome(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
