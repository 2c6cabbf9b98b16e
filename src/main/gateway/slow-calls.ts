/** Calls that are being repeated or wait: shown after a while, and given up on request. */
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Clock } from '../ports';
import type { CallWatch } from '../remote/call-watch';
import type { Topic } from '../runtime/topic';

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
  const others = (id: string) => topic.get().value.filter((call) => call.id !== id);
  const show = (call: SlowCall) => topic.set([...others(call.id), call]);
  const hide = (id: string) => {
    if (topic.get().value.some((call) => call.id === id)) topic.set(others(id));
  };
  return {
    watch(name, connectionId) {
      const abort = new AbortController();
      const started = clock.monotonic();
      let id: string | null = null;
      let cancel = () => {};
      return {
        signal: abort.signal,
        pause(nextTry, delay) {
          cancel();
          // Most calls never pause, and need no name by which they could be given up.
          id ??= newId();
          running.set(id, abort);
          const call = { id, name, connectionId, try: nextTry };
          const isLong = delay > longPause;
          if (isLong) show({ ...call, kind: 'waiting', until: Math.round(clock.now() + delay) });
          const quiet = isLong ? delay : Math.max(0, started + quietRetries - clock.monotonic());
          cancel = clock.after(quiet, () => show({ ...call, kind: 'retrying', until: null }));
        },
        done() {
          cancel();
          if (id === null) return;
          running.delete(id);
          hide(id);
        },
      };
    },
    cancel: (id) => running.get(id)?.abort(),
  };
}
