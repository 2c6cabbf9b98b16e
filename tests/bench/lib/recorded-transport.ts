/** The app's own transport, which counts the requests for each resource. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';

export interface RequestRecord {
  readonly transport: Transport;
  /** Forgets the requests so far. */
  clear(): void;
  /** How often each resource was requested. Objects of a list are one resource: their IDs don't count. */
  counts(): ReadonlyMap<string, number>;
  /** Resolves when no request has been under way for a while. */
  quiet(): Promise<void>;
}

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const quietMillis = 500;

/** Creates the record. */
export function recordRequests(): RequestRecord {
  const inner = createUndiciTransport();
  const counts = new Map<string, number>();
  let active = 0;
  let lastAt = performance.now();
  return {
    transport: {
      ...inner,
      async send(request) {
        const resource = `${request.method} ${request.url.replace(id, ':id')}`;
        counts.set(resource, (counts.get(resource) ?? 0) + 1);
        active += 1;
        try {
          return await inner.send(request);
        } finally {
          active -= 1;
          lastAt = performance.now();
        }
      },
    },
    clear: () => counts.clear(),
    counts: () => counts,
    async quiet() {
      const since = performance.now();
      while (active > 0 || performance.now() - Math.max(lastAt, since) < quietMillis) await pause(50);
    },
  };
}
