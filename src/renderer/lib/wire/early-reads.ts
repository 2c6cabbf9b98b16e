/** Reads that a window makes before the code that uses them is loaded. */
import type { StatefulWire } from './socket-wire';

interface KeptPush {
  readonly value: unknown;
  readonly revision: number;
}

/**
 * Returns a wire that has already made the calls in `reads`, each with an empty input, and subscribed to their topics. The first call of
 * one gets its reply, and the first listener of its topic the last push until then. `reads` has the calls by their topics.
 */
export function withEarlyReads(wire: StatefulWire, reads: Readonly<Record<string, string>>): StatefulWire {
  const pushes = new Map<string, KeptPush>();
  const stops = new Map(
    Object.keys(reads).map((topic) => [topic, wire.on(topic, (value, revision) => pushes.set(topic, { value, revision }))]),
  );
  const replies = new Map(Object.values(reads).map((name) => [name, wire.call(name, {})]));
  return {
    status: wire.status,
    onStatus: wire.onStatus,
    onReconnect: wire.onReconnect,
    call(name, input) {
      const reply = replies.get(name) ?? wire.call(name, input);
      replies.delete(name);
      return reply;
    },
    on(topic, listener) {
      stops.get(topic)?.();
      stops.delete(topic);
      const kept = pushes.get(topic);
      pushes.delete(topic);
      if (kept !== undefined) listener(kept.value, kept.revision);
      return wire.on(topic, listener);
    },
  };
}
