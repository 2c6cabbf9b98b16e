/** Dialogs in which the user chooses a file, and which may still be open when the app is locked. */
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';

type ChooseFile = ((caller: Caller) => Promise<string | null>) | null;

/**
 * Returns a dialog that throws `app-locked` for a file that is chosen while the app is locked, because the caller would read secrets for it. Only
 * replies wait for the passphrase.
 */
export function lockFileDialog(choose: ChooseFile, isLocked: () => boolean): ChooseFile {
  if (choose === null) return null;
  return async (caller) => {
    const path = await choose(caller);
    if (path !== null && isLocked()) throw fail('app-locked');
    return path;
  };
}
