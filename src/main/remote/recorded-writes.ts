/** Passes the writes of the sender to what follows them. */
import type { AccessType } from '#contract/definitions.ts';
import type { TransportResponse } from '../ports/ports';
import type { RecordedWrite, WriteCredential, WriteOutcome, WriteRecorder } from '../ports/write-recorder';
import { createRedactor } from './redact';
import { type Proof, secretsOf } from './request';
import { factsOf } from './response/response';

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
      wantsOldValue: (endpoint) => journal?.wantsOldValue?.(endpoint) === true,
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
function credentialOf(access: AccessType | null, { projectKey, ownerToken }: Proof, hasSession: boolean): WriteCredential {
  if (hasSession) return { kind: 'account', access: null, lastFour: null };
  if (ownerToken !== undefined) return { kind: 'owner', access, lastFour: null };
  // The publishable key is everyone's.
  if (projectKey === undefined || access === 'client') return { kind: 'none', access: null, lastFour: null };
  return { kind: 'key', access, lastFour: projectKey.length < minKeyLength ? null : projectKey.slice(-4) };
}

/** The recording of one write. */
export interface Recording {
  /** Records the write unless it is recorded already. Resolves before its first byte may be sent. */
  start(used: { readonly access: AccessType | null; readonly proof: Proof }): Promise<void>;
  responded(response: TransportResponse): void;
}

type WriteToRecord = Pick<RecordedWrite, 'endpoint' | 'input' | 'destination' | 'origin'> & { readonly hasSession: boolean };

/** Sends a write that is recorded before its first byte, and with its outcome. `send` starts the recording when it has the credentials. */
export async function recordWrite(
  recorder: WriteRecorder,
  { hasSession, ...about }: WriteToRecord,
  send: (recording: Recording) => Promise<unknown>,
): Promise<unknown> {
  let write: (RecordedWrite & Required<Pick<RecordedWrite, 'secrets'>>) | undefined;
  let response: TransportResponse | undefined;
  const recording: Recording = {
    async start({ access, proof }) {
      if (write !== undefined) return;
      const secrets = () => secretsOf(proof, about.input);
      const own = { ...about, credential: credentialOf(access, proof, hasSession), secrets };
      await recorder.intent(own);
      write = own;
    },
    responded(own) {
      response = own;
    },
  };
  try {
    const value = await send(recording);
    if (write !== undefined)
      recorder.outcome(write, { ok: true, value, ...(response && factsOf(response, createRedactor(write.secrets))) });
    return value;
  } catch (error) {
    if (write !== undefined) recorder.outcome(write, { ok: false, error });
    throw error;
  }
}
