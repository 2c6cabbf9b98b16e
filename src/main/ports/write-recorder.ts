/** What is notified of every write to the service. */
import type { Endpoint } from '#contract/definitions.ts';
import type { ImpersonationEnd } from '#contract/journal/journal-entry.ts';

/** From where a write is made, and for whom. */
export interface WriteOrigin {
  readonly source: 'window' | 'terminal' | 'job' | 'apply' | 'link' | 'app';
  /** The window that makes it. */
  readonly windowId?: string | undefined;
  readonly connectionId?: string | undefined;
  /** The account whose session makes it. */
  readonly accountId?: string | undefined;
  /** ID of the job that it belongs to, or of the configuration that is applied. */
  readonly job?: string | undefined;
  /** ID of the impersonation whose session makes it, which it starts, or whose session it ends. */
  readonly impersonation?: string | undefined;
  /** Why a user is impersonated. */
  readonly reason?: string | undefined;
  /** Number of the journal's entry that it undoes. */
  readonly undoes?: number | undefined;
  /** What the user wrote about it. */
  readonly note?: string | undefined;
  /** ID of the snapshot of what it deletes. */
  readonly snapshotId?: string | undefined;
  /** The response of the read that has the old value (`journal.before`), right before the write; read by the sender if it is absent, and not if it is null. */
  readonly before?: unknown;
}

/** The credential of a write: the access type and the end of a key, or whose token it is. */
export interface WriteCredential {
  readonly kind: 'account' | 'key' | 'owner' | 'none';
  readonly access: string | null;
  /** The last four characters of the key. */
  readonly lastFour: string | null;
}

/** A write, as it is sent. */
export interface RecordedWrite {
  readonly endpoint: Endpoint;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  /** The server and project, as connections name them; undefined for a target without a connection. */
  readonly destination: string | undefined;
  readonly origin?: WriteOrigin | undefined;
  readonly credential?: WriteCredential;
  /** Returns the secrets of the request: its credentials, and those of its body. None of them may be stored. */
  readonly secrets?: () => readonly (string | undefined)[];
}

/** How a write ended. Of one that failed it may not be known whether the service did it. */
export type WriteOutcome =
  | { readonly ok: true; readonly value: unknown; readonly status?: number; readonly requestId?: string }
  | { readonly ok: false; readonly error: unknown };

/** Records how an impersonation ended that a recorded write started. Never rejects, and takes 3 s at most. */
export type RecordImpersonationEnd = (id: string, end: ImpersonationEnd) => Promise<void>;

export interface WriteRecorder {
  /** Whether the old value of a write by this endpoint is recorded, so that it has to be read. Without it, none is. */
  wantsOldValue?(endpoint: Endpoint): boolean;
  /** Resolves before the first byte of a write is sent. If it rejects, nothing is sent, and there is no outcome. */
  intent(write: RecordedWrite): Promise<void>;
  /** Runs after the last try, with the object that `intent` got. Never throws. */
  outcome(write: RecordedWrite, outcome: WriteOutcome): void;
}
