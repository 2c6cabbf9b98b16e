/** The library worker without a process. */
import { setImmediate } from 'node:timers/promises';
import { createLibraryService } from '#main/library/library-service.ts';
import type { Worker } from '#main/ports/ports.ts';

/** Starts a library in this process. Killing it loses what wasn't stored, as the end of its process does. */
export function startLibraryInProcess(): Worker {
  const messages = new Set<(message: unknown) => void>();
  const exits = new Set<(code: number | null) => void>();
  let isEnded = false;
  const service = createLibraryService({
    post(response) {
      if (isEnded) return;
      const message: unknown = JSON.parse(JSON.stringify(response));
      for (const listener of messages) listener(message);
    },
    monotonic: () => performance.now(),
    pause: () => setImmediate(),
  });
  return {
    post(message) {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      void setImmediate().then(() => (isEnded ? undefined : service.receive(copy)));
    },
    onMessage: (listener) => void messages.add(listener),
    onExit: (listener) => void exits.add(listener),
    kill() {
      if (isEnded) return;
      isEnded = true;
      service.close();
      for (const listener of exits) listener(null);
    },
  };
}
