/** Spaces the requests of a job: by its pace, more slowly after the service asked to wait, and behind those of windows. */
import type { UserCalls } from '../gateway/user-calls';
import type { Clock } from '../ports/ports';

export interface RequestGate {
  /** Resolves when a request may be sent. */
  enter(): Promise<void>;
  /** Resolves when fewer than the most requests are in progress, to the function that ends this one. */
  slot(): Promise<() => void>;
  /** Holds all requests back, because the service asked one to wait for so long. */
  hold(millis: number): void;
  /** Notes that a row was sent without that. */
  passed(): void;
  /** The time (ms since the epoch) until which requests are held back; null if they aren't. */
  heldUntil(): number | null;
}

export interface RequestGateDeps {
  readonly clock: Clock;
  readonly connectionId: string;
  readonly userCalls: Pick<UserCalls, 'idle'>;
  /** Requests per second; null for as many as there are. */
  readonly perSecond: () => number | null;
}

/** Requests of a job at the same time. */
export const maxAtOnce = 4;
/** Milliseconds for which a request waits at most for those of windows, so that a job goes on beside a busy user. */
const politeMillis = 1_000;
/** The space (ms) after the service asked to wait for the first time, and at most. */
const firstSlowMillis = 250;
const maxSlowMillis = 8_000;
/** Rows without being asked to wait, after which the space is halved. */
const rowsToHaste = 20;

/** Creates the gate of one run. */
export function createRequestGate({ clock, connectionId, userCalls, perSecond }: RequestGateDeps): RequestGate {
  let nextAt = Number.NEGATIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let slowMillis = 0;
  let easyRows = 0;
  const pause = (millis: number) => new Promise<void>((resolve) => void clock.after(millis, resolve));
  const space = () => Math.max(slowMillis, 1_000 / (perSecond() ?? Number.POSITIVE_INFINITY));
  const behindWindows = async () => {
    let stop = () => {};
    const late = new Promise<void>((resolve) => {
      stop = clock.after(politeMillis, resolve);
    });
    await Promise.race([userCalls.idle(connectionId), late]).finally(() => stop());
  };
  return {
    async enter() {
      await behindWindows();
      for (;;) {
        const now = clock.monotonic();
        const at = Math.max(now, nextAt, heldUntil);
        nextAt = at + space();
        if (at > now) await pause(at - now);
        // Another request may have been asked to wait in the meantime.
        if (heldUntil <= clock.monotonic()) return;
      }
    },
    slot: createSlots(),
    hold(millis) {
      heldUntil = Math.max(heldUntil, clock.monotonic() + millis);
      slowMillis = Math.min(maxSlowMillis, Math.max(firstSlowMillis, slowMillis * 2));
      easyRows = 0;
    },
    passed() {
      easyRows += 1;
      if (easyRows < rowsToHaste) return;
      easyRows = 0;
      slowMillis = slowMillis <= firstSlowMillis ? 0 : slowMillis / 2;
    },
    heldUntil() {
      const left = heldUntil - clock.monotonic();
      return left > 0 ? Math.round(clock.now() + left) : null;
    },
  };
}

function createSlots(): RequestGate['slot'] {
  const waiting: (() => void)[] = [];
  let free = maxAtOnce;
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
}
