/** Calls that are retried or paused: shown after a while, and canceled on request. */
import type { SlowCall } from '../../contract/bridge/diagnostics';
import type { Clock } from '../ports';
import type { CallWatch } from '../remote/call-watch';
import type { Topic } from '../runtime/topic';

export interface SlowCalls {
  watch(name: string, connectionId: string): CallWatch;
  /** Aborts a call that is in progress. */
  cancel(id: string): void;
}

/** Milliseconds before a retried call is shown. */
const quietRetries = 2_000;
/** Minimum pause in milliseconds for which a countdown is shown immediately. */
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
          // Created on the first pause, because most calls never pause and need no ID to be canceled by.
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
