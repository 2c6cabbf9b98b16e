/** What is notified of every write to the service. */
import type { Endpoint } from '#contract/definitions.ts';

/** A write, as it is sent. */
export interface RecordedWrite {
  readonly endpoint: Endpoint;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  /** The server and project, as connections name them; undefined for a target without a connection. */
  readonly destination: string | undefined;
}

/** How a write ended. Of one that failed it may not be known whether the service did it. */
export type WriteOutcome = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

export interface WriteRecorder {
  /** Resolves before the first byte of a write is sent. If it rejects, nothing is sent. */
  intent(write: RecordedWrite): Promise<void>;
  /** Runs after the last try. Never throws. */
  outcome(write: RecordedWrite, outcome: WriteOutcome): void;
}
