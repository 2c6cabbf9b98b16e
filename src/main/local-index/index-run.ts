/** One index: fills it, keeps it current, and pauses while something prevents that. */
import type { IndexState } from '#contract/bridge/local-index.ts';
import { AppError } from '#contract/errors.ts';
import type { StoredState } from '#contract/workers/library.ts';
import { LibraryFailure } from '../library/library-client';
import type { Clock } from '../ports/ports';
import { isNetworkFailure } from '../remote/retry';

/** Milliseconds between two full passes. */
const passMillis = 86_400_000;
/** Milliseconds by which the estimate of the service's time may go back while it becomes more exact. */
const clockMillis = 300_000;
/** Milliseconds between two looks for new users, while a window is open. */
const newestMillis = 180_000;
/** Milliseconds until what failed is tried again. */
const retryMillis = 60_000;
/** The same for what only a change by the user is likely to resolve. */
const lastingMillis = 600_000;

type Pause = NonNullable<IndexState['pause']>;

/** The steps of an index. They reject with an `AppError` of the service, or a `LibraryFailure`. */
interface IndexSteps {
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
  const condition = createCondition(deps);
  const work = createWork(deps, condition);
  let active: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let wake = () => {};
  const sleep = (millis: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(millis, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  const loop = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const wait = await work.attempt(signal);
      if (wait > 0 && !signal.aborted) await sleep(wait);
    }
  };
  const halt = () => {
    active?.abort();
    active = null;
    wake();
  };
  const closeWhenLocked = async () => {
    condition.forget();
    await running;
    if (isLocked()) await steps.close();
  };
  return {
    known: () => ({ ...condition.known(), pause: isLocked() ? 'locked' : isPausedByUser() ? 'user' : condition.known().pause }),
    adopt() {
      if (isStopped || isLocked() || isPausedByUser()) {
        halt();
        if (isLocked()) void closeWhenLocked().catch(() => undefined);
        // A paused index can be read.
        else if (!isStopped) void condition.open().catch(() => undefined);
      } else if (active === null) {
        const own = new AbortController();
        active = own;
        running = running.then(() => loop(own.signal));
      } else wake();
      onChange();
    },
    requestPass() {
      work.requestPass();
      wake();
    },
    setRateLimited(isLimited) {
      const { pause } = condition.known();
      condition.setPause(isLimited ? 'rate-limited' : pause === 'rate-limited' ? null : pause);
    },
    opened: () => condition.open().catch(() => undefined),
    refresh: condition.refresh,
    async stop() {
      isStopped = true;
      halt();
      await running;
      await steps.close();
    },
  };
}

/** What is known about an index. */
interface Condition {
  known(): { readonly stored: StoredState | null; readonly isUnavailable: boolean; readonly pause: Pause | null };
  /** Opens the file, unless it is open. */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Makes the file be opened again. */
  forget(): void;
  refresh(): Promise<void>;
  setPause(pause: Pause | null): void;
  setUnavailable(): void;
  setRebuilt(): void;
}

function createCondition({ steps, onChange }: IndexRunDeps): Condition {
  let stored: StoredState | null = null;
  let isUnavailable = false;
  let pause: Pause | null = null;
  let wasRebuilt = false;
  let opening: Promise<void> | null = null;
  const setStored = (next: StoredState) => {
    wasRebuilt ||= next.wasRebuilt;
    stored = { ...next, wasRebuilt };
    isUnavailable = false;
    onChange();
  };
  return {
    known: () => ({ stored, isUnavailable, pause }),
    isOpen: () => opening !== null,
    open() {
      opening ??= steps.open().then(setStored, (thrown: unknown) => {
        opening = null;
        throw thrown;
      });
      return opening;
    },
    forget() {
      opening = null;
    },
    async refresh() {
      if (opening !== null) setStored(await steps.state());
    },
    setPause(next) {
      if (pause === next) return;
      pause = next;
      onChange();
    },
    setUnavailable() {
      opening = null;
      isUnavailable = true;
      onChange();
    },
    setRebuilt() {
      opening = null;
      wasRebuilt = true;
    },
  };
}

/** Creates what does the work of an index that is due. */
function createWork({ clock, steps, hasWindow, serverTime, onFault }: IndexRunDeps, condition: Condition) {
  let isPassRequested = false;
  let newestAt = Number.NEGATIVE_INFINITY;
  const isPassDue = () => {
    const { stored } = condition.known();
    if (stored === null || isPassRequested || stored.pass !== null || stored.asOfMillis === null) return true;
    const age = serverTime() - stored.asOfMillis;
    // A clock that was set back must not put the pass off. A little is usual: responses tell the time in seconds, and only once they have come.
    return age >= passMillis || age < -clockMillis;
  };
  const isNewestDue = () => hasWindow() && clock.monotonic() - newestAt >= newestMillis;
  /** Does what is due. Returns the milliseconds until something may be. */
  const work = async (signal: AbortSignal): Promise<number> => {
    await condition.open();
    const hasLease = await steps.lease(async () => {
      const isPass = isPassDue();
      if (!isPass && !isNewestDue()) return;
      newestAt = clock.monotonic();
      if (isPass) await steps.pass(signal, condition.refresh);
      else await steps.newest(signal);
      isPassRequested &&= !isPass;
    });
    // Another process may have written it.
    await condition.refresh();
    return hasLease && isPassDue() ? 1 : newestMillis / 6;
  };
  const failed = async (thrown: unknown): Promise<number> => {
    onFault(thrown);
    if (thrown instanceof LibraryFailure) {
      if (thrown.fault === 'damaged') {
        condition.setRebuilt();
        await steps.discard().catch(() => undefined);
        return 1;
      }
      if (thrown.fault === 'disk-full') condition.setPause('disk-full');
      else if (!condition.isOpen() || thrown.fault !== 'busy') condition.setUnavailable();
      return retryMillis;
    }
    if (!condition.isOpen()) condition.setUnavailable();
    const pause = thrown instanceof AppError ? pauseOf(thrown) : null;
    condition.setPause(pause);
    return pause === 'no-access' || pause === null ? lastingMillis : retryMillis;
  };
  return {
    requestPass() {
      isPassRequested = true;
    },
    /** Does what is due, and returns how long to wait. Never rejects. */
    async attempt(signal: AbortSignal): Promise<number> {
      try {
        const wait = await work(signal);
        condition.setPause(null);
        return wait;
      } catch (thrown) {
        return signal.aborted ? 0 : failed(thrown);
      }
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
