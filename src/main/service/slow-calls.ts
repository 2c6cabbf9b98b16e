/** Calls that are being repeated or wait: shown after a while, and given up on request. */
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Clock } from '../ports';
import type { Topic } from '../topic';

/** One call being watched; the sender tells it of every pause. */
export interface CallWatch {
  readonly signal: AbortSignal;
  /** A pause before the given try, `delay` milliseconds long. */
  pause(nextTry: number, delay: number): void;
  done(): void;
}

export interface SlowCalls {
  watch(name: string, connectionId: string): CallWatch;
  /** Aborts a call that is still under way. */
  cancel(id: string): void;
}

/** Milliseconds before a repeated call is shown. */
const quietRetries = 2_000;
/** Milliseconds of a pause from which a countdown is shown at once. */
const longPause = 30_000;

export function createSlowCalls(topic: Topic<SlowCall[]>, clock: Clock, newId: () => string): SlowCalls {
  const running = new Map<string, AbortController>();
  const show = (call: SlowCall) => topic.set([...topic.get().value.filter(({ id }) => id !== call.id), call]);
  const hide = (id: string) => {
    if (topic.get().value.some((call) => call.id === id)) topic.set(topic.get().value.filter((call) => call.id !== id));
  };
  return {
    watch(name, connectionId) {
      const id = newId();
      const abort = new AbortController();
      const started = clock.monotonic();
      let cancel = () => {};
      running.set(id, abort);
      return {
        signal: abort.signal,
        pause(nextTry, delay) {
          cancel();
          const call = { id, name, connectionId, try: nextTry };
          if (delay > longPause) return show({ ...call, kind: 'waiting', until: Math.round(clock.now() + delay) });
          const quiet = Math.max(0, started + quietRetries - clock.monotonic());
          cancel = clock.after(quiet, () => show({ ...call, kind: 'retrying', until: null }));
        },
        done() {
          cancel();
          running.delete(id);
          hide(id);
        },
      };
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
