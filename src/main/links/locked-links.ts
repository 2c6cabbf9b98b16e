/** Links that reach the callback server while the app is locked. */
import type { HandleLink } from '../callback/create-callback';
import type { Ports } from '../ports';

export interface LockedLinksDeps {
  readonly isLocked: () => boolean;
  readonly whenUnlocked: () => Promise<void>;
  readonly focusWindow: Ports['focusWindow'];
}

/** Maximum number of links that wait; later ones are ignored. */
export const maxWaiting = 20;

/** Returns a handler whose links wait until the app is unlocked. The browser is told that at once. */
export function waitWhileLocked(handle: HandleLink, { isLocked, whenUnlocked, focusWindow }: LockedLinksDeps): HandleLink {
  let waiting = 0;
  return async (link, text) => {
    if (!isLocked()) return handle(link, text);
    if (waiting >= maxWaiting) return 'ignored';
    if (waiting === 0) focusWindow?.();
    waiting += 1;
    void whenUnlocked()
      .then(() => handle(link, text))
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return 'locked';
  };
}
