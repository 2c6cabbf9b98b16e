/** Changes at the service that aren't made by calls of windows. */
import type { Write } from '../../contract/bridge/data';
import { AppError } from '../../contract/errors';

/** Makes a change and tells every window, unless the service refused it: it may have made one whose response was lost. */
export type MakeChange = <T>(write: Write, send: () => Promise<T>) => Promise<T>;

/** Creates the function. `onWrite` tells every window which data may have changed. */
export function createMakeChange(onWrite: (write: Write) => void): MakeChange {
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
