/** One index: fills it, keeps it current, and pauses for what stands against that. */
import type { IndexState } from '#contract/bridge/local-index.ts';
import { AppError } from '#contract/errors.ts';
import type { StoredState } from '#contract/workers/library.ts';
import type { Clock } from '../ports/ports';
import { isNetworkFailure } from '../remote/retry';
import { LibraryFailure } from './library-client';

/** Milliseconds between two full passes. */
const passMillis = 86_400_000;
/** Milliseconds between two looks for new users, while a window is open. */
const newestMillis = 180_000;
/** Milliseconds until what failed is tried again. */
const retryMillis = 60_000;
/** The same for what only a change by the user is likely to resolve. */
const lastingMillis = 600_000;

export type Pause = NonNullable<IndexState['pause']>;

/** The steps of an index. They reject with an `AppError` of the service, or a `LibraryFailure`. */
export interface IndexSteps {
  /** Opens the file with its key. */
  open(): Promise<StoredState>;
  /** Starts or continues a full pass, and ends it. Reports each stored page. */
  pass(signal: AbortSignal, onStored: () => Promise<void>): Promise<void>;
  /** Reads new users. */
  newest(signal: AbortSignal): Promise<void>;
  state(): Promise<StoredState>;
  close(): Promise<void>;
  /** Deletes a file that turned out to be damaged. */
  discard(): Promise<void>;
  /** Runs a task while no other process fills the index. Resolves to false if another one does. */
  lease(task: () => Promise<void>): Promise<boolean>;
}

export interface IndexRunDeps {
  readonly clock: Clock;
  readonly steps: IndexSteps;
  readonly isLocked: () => boolean;
  readonly isPausedByUser: () => boolean;
  readonly hasWindow: () => boolean;
  /** Returns the time of the service. */
  readonly serverTime: () => number;
  readonly onChange: () => void;
  readonly onFault: (thrown: unknown) => void;
}

export interface IndexRun {
  /** What the index is, as far as it is known. */
  known(): { readonly stored: StoredState | null; readonly isUnavailable: boolean; readonly pause: Pause | null };
  /** Starts, or looks again at what has changed: the lock, a pause by the user, or the connection. */
  adopt(): void;
  /** Makes a full pass due. */
  requestPass(): void;
  /** Reports that the service asks to wait, or no longer does. */
  setRateLimited(isLimited: boolean): void;
  /** Resolves when the index is open, or can't be opened. */
  opened(): Promise<void>;
  /** Looks again at what is stored. */
  refresh(): Promise<void>;
  /** Ends requests and closes the file. */
  stop(): Promise<void>;
}

/** Creates the run of an index. Nothing happens before `adopt`. */
export function createIndexRun(deps: IndexRunDeps): IndexRun {
  const { clock, steps, isLocked, isPausedByUser, onChange } = deps;
  let stored: StoredState | null = null;
  let isUnavailable = false;
  let failure: Pause | null = null;
  let isPassRequested = false;
  let newestAt = Number.NEGATIVE_INFINITY;
  let active: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let wake = () => {};
  let opening: Promise<void> | null = null;
  let wasRebuilt = false;

  const setStored = (next: StoredState | null) => {
    wasRebuilt ||= next?.wasRebuilt ?? false;
    stored = next && { ...next, wasRebuilt };
    onChange();
  };
  const open = () => {
    opening ??= steps.open().then(
      (found) => {
        isUnavailable = false;
        setStored(found);
      },
      (thrown: unknown) => {
        opening = null;
        throw thrown;
      },
    );
    return opening;
  };
  const isHalted = () => isStopped || isLocked() || isPausedByUser();
  const refresh = async () => {
    if (opening !== null) setStored(await steps.state());
  };
  const isPassDue = () => {
    if (stored === null || isPassRequested || stored.pass !== null || stored.asOfMillis === null) return true;
    // A clock that was set back must not put the pass off.
    const age = deps.serverTime() - stored.asOfMillis;
    return age >= passMillis || age < 0;
  };
  /** Does what is due. Returns the milliseconds until something may be. */
  const work = async (signal: AbortSignal): Promise<number> => {
    await open();
    let isDone = true;
    const hasLease = await steps.lease(async () => {
      if (isPassDue()) {
        isPassRequested = false;
        newestAt = clock.monotonic();
        await steps.pass(signal, refresh);
        await refresh();
      } else if (deps.hasWindow() && clock.monotonic() - newestAt >= newestMillis) {
        newestAt = clock.monotonic();
        await steps.newest(signal);
        await refresh();
      } else isDone = false;
    });
    if (!hasLease) await refresh();
    return isDone && hasLease ? 0 : newestMillis / 6;
  };
  const attempt = async (signal: AbortSignal): Promise<number> => {
    try {
      const wait = await work(signal);
      setFailure(null);
      return wait;
    } catch (thrown) {
      if (signal.aborted) return 0;
      return failed(thrown);
    }
  };
  const setFailure = (next: Pause | null) => {
    if (failure === next) return;
    failure = next;
    onChange();
  };
  const failed = async (thrown: unknown): Promise<number> => {
    if (thrown instanceof LibraryFailure) {
      if (thrown.fault === 'damaged') {
        opening = null;
        wasRebuilt = true;
        await steps.discard().catch(() => undefined);
        return 0;
      }
      if (thrown.fault === 'disk-full') setFailure('disk-full');
      else if (opening === null || thrown.fault === 'closed' || thrown.fault === 'unavailable') {
        opening = null;
        isUnavailable = true;
        onChange();
      }
      return retryMillis;
    }
    deps.onFault(thrown);
    const pause = thrown instanceof AppError ? pauseOf(thrown) : null;
    if (opening === null) isUnavailable = true;
    setFailure(pause);
    onChange();
    return pause === 'no-access' || pause === null ? lastingMillis : retryMillis;
  };
  const loop = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const wait = await attempt(signal);
      if (signal.aborted) return;
      if (wait > 0)
        await new Promise<void>((resolve) => {
          const cancel = clock.after(wait, resolve);
          wake = () => {
            cancel();
            resolve();
          };
        });
    }
  };
  const halt = () => {
    active?.abort();
    active = null;
    wake();
  };
  const adopt = () => {
    if (isHalted()) {
      halt();
      if (isLocked() && opening !== null) {
        opening = null;
        void running.then(() => (isLocked() ? steps.close() : undefined)).catch(() => undefined);
      }
      // A paused index can be read.
      else if (!isLocked() && !isStopped) void open().catch(() => undefined);
      return onChange();
    }
    if (active !== null) return wake();
    const own = new AbortController();
    active = own;
    running = running.then(() => (own.signal.aborted ? undefined : loop(own.signal)));
    onChange();
  };
  return {
    known: () => ({
      stored,
      isUnavailable,
      pause: isLocked() ? 'locked' : isPausedByUser() ? 'user' : failure,
    }),
    adopt,
    requestPass() {
      isPassRequested = true;
      wake();
    },
    setRateLimited: (isLimited) => setFailure(isLimited ? 'rate-limited' : failure === 'rate-limited' ? null : failure),
    opened: () => open().catch(() => undefined),
    refresh,
    async stop() {
      isStopped = true;
      halt();
      await running;
      await steps.close();
    },
  };
}

const noAccess: ReadonlySet<string> = new Set([
  'missing-credentials',
  'owner-signed-out',
  'server-unconfirmed',
  'host-not-allowed',
  'known-error',
  'not-a-service',
]);

/** Returns what an error of the service pauses the index for; null for one that is no reason that the user could know. */
function pauseOf(error: AppError): Pause | null {
  if (error.code === 'rate-limited' || error.report.status === 429) return 'rate-limited';
  if (isNetworkFailure(error) || error.code === 'sandbox-stopped') return 'offline';
  const { status = 0 } = error.report;
  return noAccess.has(error.code) || status === 401 || status === 403 ? 'no-access' : null;
}
