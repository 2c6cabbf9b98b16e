/** Passes the writes of the sender to what follows them. */
import type { AccessType } from '#contract/definitions.ts';
import type { RecordedWrite, WriteCredential, WriteOutcome, WriteRecorder } from '../ports/write-recorder';
import type { Proof } from './request';

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

/** Keys of fewer characters aren't the service's, and their end would say too much. */
const minKeyLength = 16;

/** Returns whose credential a write has: that of an account if it is sent in a session. */
export function credentialOf(access: AccessType | null, { projectKey, ownerToken }: Proof, hasSession: boolean): WriteCredential {
  if (hasSession) return { kind: 'account', access: null, lastFour: null };
  if (ownerToken !== undefined) return { kind: 'owner', access, lastFour: null };
  // The publishable key is everyone's.
  if (projectKey === undefined || access === 'client') return { kind: 'none', access: null, lastFour: null };
  return { kind: 'key', access, lastFour: projectKey.length < minKeyLength ? null : projectKey.slice(-4) };
}
