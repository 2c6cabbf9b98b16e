/** Lets privacy mode see what arrives before anything shows it. */
import type { Wire } from '#contract/client.ts';

let listener: ((value: unknown) => void) | null = null;

/** Calls `tap` with every value that arrives; null stops that. */
export function tapReplies(tap: ((value: unknown) => void) | null): void {
  listener = tap;
}

/** Returns a wire that reports the values of replies and pushes to the tap first. */
export function withTap(wire: Wire): Wire {
  return {
    async call(name, input) {
      const reply = await wire.call(name, input);
      if (reply.ok) listener?.(reply.value);
      return reply;
    },
    on: (name, hear) =>
      wire.on(name, (value, revision) => {
        listener?.(value);
        hear(value, revision);
      }),
  };
}
