/** Dialogs in which the user chooses a file, and which may still be open when the app is locked. */
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';

/**
 * Returns a dialog that throws `app-locked` for a file that is chosen while the app is locked, because the caller would read secrets for it. Only
 * replies wait for the passphrase.
 */
export function lockFileDialog<Options extends unknown[]>(
  choose: ((caller: Caller, ...options: Options) => Promise<string | null>) | null,
  isLocked: () => boolean,
): typeof choose {
  if (choose === null) return null;
  return async (caller, ...options) => {
    const path = await choose(caller, ...options);
    if (path !== null && isLocked()) throw fail('app-locked');
    return path;
  };
}
