/** The tab's storage, written later: the browser loads it on first access, which blocks the start. */
import type { SocketWireDeps } from './socket-wire';

type TabStorage = SocketWireDeps['storage'];

export interface LateStorageDeps {
  readonly storage: () => TabStorage;
  readonly delay: SocketWireDeps['delay'];
  /** Calls when the page goes away, e.g. to be loaded again. */
  readonly onLeave: (run: () => void) => void;
}

/** How long (ms) the first screen has to be there before the storage is loaded. */
const writeDelay = 1000;

/** Returns a storage that reads at once, and writes after a delay, or when the page goes away. */
export function createLateStorage({ storage, delay, onLeave }: LateStorageDeps): TabStorage {
  const waiting = new Map<string, string>();
  const write = () => {
    for (const [key, value] of waiting) storage().setItem(key, value);
    waiting.clear();
  };
  onLeave(write);
  return {
    getItem: (key) => waiting.get(key) ?? storage().getItem(key),
    setItem(key, value) {
      waiting.set(key, value);
      delay(write, writeDelay);
    },
    removeItem(key) {
      waiting.delete(key);
      storage().removeItem(key);
    },
  };
}
