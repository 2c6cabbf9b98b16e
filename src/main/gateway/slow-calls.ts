/** Calls that are retried or paused: shown after a while, and canceled on request. */
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { Clock, Transport } from '../ports/ports';
import type { CallWatch } from '../remote/call-watch';
import { Canceler } from '../remote/cancellation';
import { checkService } from '../remote/check-service';
import type { Topic } from '../runtime/topics';

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
  const running = new Map<string, Canceler>();
  const others = (id: string) => topic.get().value.filter((call) => call.id !== id);
  const show = (call: SlowCall) => topic.set([...others(call.id), call]);
  const hide = (id: string) => {
    if (topic.get().value.some((call) => call.id === id)) topic.set(others(id));
  };
  return {
    watch(name, connectionId) {
      const canceler = new Canceler();
      const started = clock.monotonic();
      let id: string | null = null;
      let cancel = () => {};
      return {
        signal: canceler,
        pause(nextTry, delay) {
          cancel();
          // Created on the first pause, because most calls never pause and need no ID to be canceled by.
          id ??= newId();
          running.set(id, canceler);
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
    cancel: (id) => running.get(id)?.cancel(),
  };
}

/** Timeout of a probe's request. */
const timeoutMillis = 5_000;
/** Milliseconds for which the result of a probe is reused. */
const resultMillis = 2_000;

interface ReachabilityDeps {
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'after'>;
  readonly target: (connectionId: string) => Promise<{ readonly baseUrl: string }>;
}

/**
 * Creates a check that resolves to whether the service of a connection responds to a request without a credential. Several windows
 * share a probe, so that at most one per connection is running. Rejects as `target` does.
 */
export function createReachability({ transport, clock, target }: ReachabilityDeps): (connectionId: string) => Promise<boolean> {
  const probes = new Map<string, Promise<boolean>>();
  const probe = async (connectionId: string): Promise<boolean> => {
    const { baseUrl } = await target(connectionId);
    return (await checkService(transport, baseUrl, timeoutMillis).then(() => true, nullForAppError)) ?? false;
  };
  return (connectionId) => {
    const running = probes.get(connectionId) ?? probe(connectionId);
    if (!probes.has(connectionId)) {
      probes.set(connectionId, running);
      const forget = () => void clock.after(resultMillis, () => probes.delete(connectionId));
      running.then(forget, forget);
    }
    return running;
  };
}
