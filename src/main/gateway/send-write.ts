import type { Write } from '#contract/bridge/data.ts';
import { AppError } from '#contract/errors.ts';

/** Sends a write, and notifies every window afterwards, unless the service refused it: it may have made one whose response was lost. */
export type SendWrite = <T>(write: Write, send: () => Promise<T>) => Promise<T>;

/** Creates the function. `onWrite` reports to every window which data may have changed. */
export function createSendWrite(onWrite: (write: Write) => void): SendWrite {
  return async (write, send) => {
    let isRefused = false;
    try {
      return await send();
    } catch (thrown) {
      isRefused = thrown instanceof AppError && thrown.code === 'known-error';
      throw thrown;
    } finally {
      if (!isRefused) onWrite(write);
    }
  };
}
