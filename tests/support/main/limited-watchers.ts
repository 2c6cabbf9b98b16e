/**
 * A system whose watchers of files are used up, as those of other programs do on Linux. A spec replaces `node:fs`:
 *
 *     vi.mock('node:fs', async (load) => (await import('#tests/support/main/limited-watchers.ts')).limitedWatchers(await load()));
 */
import type * as FileSystem from 'node:fs';
import { onTestFinished } from 'vitest';

let isUsedUp = false;

/** Lets nothing be watched until the test has finished. */
export function useUpWatchers(): void {
  isUsedUp = true;
  onTestFinished(() => {
    isUsedUp = false;
  });
}

/** Returns the module with a `watch` that throws while the watchers are used up. */
export function limitedWatchers(real: typeof FileSystem): typeof FileSystem {
  const watch = (...args: Parameters<typeof FileSystem.watch>) => {
    if (isUsedUp) throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
    return real.watch(...args);
  };
  return { ...real, watch: watch as typeof FileSystem.watch };
}
