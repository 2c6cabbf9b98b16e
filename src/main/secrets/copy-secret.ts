/** Puts a secret on the clipboard and takes it back. */
import type { Clipboard, Clock } from '../ports';

/** Milliseconds a copied secret stays. */
export const clipboardLife = 30_000;

/** Answers a function that copies a text and clears it after 30 s if the clipboard still holds it; a later copy replaces the wait. */
export function createSecretCopier(clipboard: Clipboard, clock: Clock): (text: string) => Promise<void> {
  let cancel = () => {};
  return async (text) => {
    await clipboard.write(text);
    cancel();
    cancel = clock.after(clipboardLife, () => {
      // A clipboard that is away holds nothing any more.
      clearIfHeld(clipboard, text).catch(() => undefined);
    });
  };
}

async function clearIfHeld(clipboard: Clipboard, text: string): Promise<void> {
  if ((await clipboard.read()) === text) await clipboard.write('');
}
