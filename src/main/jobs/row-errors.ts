/** What an error says about a row that was being sent. */
import { AppError, toReport } from '#contract/errors.ts';
import type { JobPause, RowError, SkipReason } from '#contract/jobs/job.ts';
import { isInGroup } from '#contract/known-errors.ts';
import { mayHaveCreated } from '../impersonation/request-session';
import { LibraryFailure } from '../library/library-client';
import { isNetworkFailure } from '../remote/retry';

/** Thrown for what stops the whole job: its rows wait until it goes on. */
export class JobPaused extends Error {
  override readonly name = 'JobPaused';
  constructor(
    readonly pause: JobPause,
    /** When it may go on, in milliseconds since the epoch; null if that isn't known. */
    readonly untilMillis: number | null = null,
    cause?: unknown,
  ) {
    super(pause, { cause });
  }
}

/**
 * `needless`: nothing was to be done. `failed`: the service refused it. `unclear`: it may have been done. `later`: it wasn't, and the job
 * can't go on now.
 */
export type Failure =
  | { readonly kind: 'needless'; readonly reason: SkipReason }
  | { readonly kind: 'failed'; readonly error: RowError }
  | { readonly kind: 'unclear'; readonly error: RowError }
  | { readonly kind: 'later'; readonly paused: JobPaused };

/** Codes of errors that concern the connection, and not a row. */
const pauses: Readonly<Record<string, JobPause>> = {
  'app-locked': 'locked',
  'app-read-only': 'read-only',
  'read-only-connection': 'read-only',
  'connection-changed': 'connection-changed',
  'confirmation-required': 'confirm',
  'unknown-connection': 'connection-changed',
  'missing-credentials': 'no-access',
  'owner-signed-out': 'no-access',
  'signed-out': 'no-access',
  'session-ended': 'no-access',
  'server-unconfirmed': 'no-access',
  'host-not-allowed': 'no-access',
  'not-a-service': 'no-access',
  'sandbox-stopped': 'offline',
  'sandbox-failed': 'offline',
  'profile-not-writable': 'storage',
  'profile-busy': 'storage',
};

/** Returns why a job pauses for an error; null for one that concerns only the row. */
export function pauseFor(thrown: unknown): JobPaused | null {
  if (thrown instanceof JobPaused) return thrown;
  if (thrown instanceof LibraryFailure) return new JobPaused('storage', null, thrown);
  if (!(thrown instanceof AppError)) return null;
  const { code, report } = thrown;
  const own = pauses[code];
  if (own !== undefined) return new JobPaused(own, null, thrown);
  if (code.startsWith('keychain-')) return new JobPaused('no-access', null, thrown);
  if (code === 'rate-limited' || report.status === 429) return new JobPaused('rate-limited', retryAt(report.details), thrown);
  if (isNetworkFailure(thrown)) return new JobPaused('offline', null, thrown);
  if (report.known !== undefined && isInGroup(report.known, 'PROJECT_AUTHENTICATION_ERROR'))
    return new JobPaused('no-access', null, thrown);
  return null;
}

function retryAt(details: unknown): number | null {
  const at = (details as { retryAtMillis?: unknown } | undefined)?.retryAtMillis;
  return typeof at === 'number' ? at : null;
}

/** What was sent for a row when an error came. */
interface SentFacts {
  /** Whether a request was. */
  readonly isSent: boolean;
  /** Whether there were several, of which an earlier one may have been done: the error is only about the last of them. */
  readonly isRepeated: boolean;
}

/** Returns what an error of a write says. */
export function failureOf(thrown: unknown, facts: SentFacts, needless: Readonly<Record<string, SkipReason>>): Failure {
  const error = rowErrorOf(thrown);
  if (facts.isSent && isLost(thrown, facts)) return { kind: 'unclear', error };
  const paused = pauseFor(thrown);
  if (paused !== null) return { kind: 'later', paused };
  // It may be refused because it is done.
  if (facts.isRepeated) return { kind: 'unclear', error };
  const reason = needless[error.known ?? ''] ?? needless[String(error.status)];
  return reason === undefined ? { kind: 'failed', error } : { kind: 'needless', reason };
}

/** Whether the service may have done what it gave no response to, or only a failure. */
function isLost(thrown: unknown, { isRepeated }: SentFacts): boolean {
  if (!(thrown instanceof AppError)) return true;
  // What was refused for this reason wasn't done.
  if (pauses[thrown.code] !== undefined && thrown.code !== 'sandbox-stopped') return false;
  return mayHaveCreated(thrown) || (isRepeated && isNetworkFailure(thrown));
}

/** Returns what is stored of an error. */
export function rowErrorOf(thrown: unknown): RowError {
  const { code, known, status, text } = toReport(thrown);
  return { code, known: known?.slice(0, 200) ?? null, status: status ?? null, text: text?.slice(0, 1_000) ?? null };
}

const gone: ReadonlySet<string | undefined> = new Set(['USER_NOT_FOUND', 'USER_ID_DOES_NOT_EXIST', 'TEAM_NOT_FOUND', 'API_KEY_NOT_FOUND']);

/** Resolves to null for what doesn't exist. */
export async function nullIfGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AppError && gone.has(thrown.report.known)) return null;
    throw thrown;
  }
}
