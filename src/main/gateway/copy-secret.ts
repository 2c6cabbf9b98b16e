/** Puts secrets on the clipboard and takes them back. */
import { fail } from '../../contract/errors';
import type { Clipboard, Clock } from '../ports';
import { createTaskQueue } from '../storage/task-queue';

export interface SecretCopier {
  /** Copies a text and clears it after 30 s if the clipboard still holds it; a later copy replaces the wait. */
  copy(text: string): Promise<void>;
  /** Clears at once what it would have cleared later. */
  close(): Promise<void>;
}

/** Milliseconds a copied secret stays. */
export const clipboardTtlMillis = 30_000;

/** Without a clipboard every copy fails with `clipboard-unavailable`. */
export function createSecretCopier(clipboard: Clipboard | null, clock: Clock): SecretCopier {
  let cancel = () => {};
  let held: string | null = null;
  // A clipboard may be slow, and what is on it in the end must be what is cleared.
  const inTurn = createTaskQueue();

  const clear = () =>
    inTurn(async () => {
      cancel();
      const text = held;
      held = null;
      // An unavailable clipboard has nothing to clear.
      if (clipboard && text !== null) await clearIfHeld(clipboard, text).catch(() => undefined);
    });

  return {
    async copy(text) {
      if (clipboard === null) throw fail('clipboard-unavailable');
      await inTurn(async () => {
        await clipboard.write(text);
        cancel();
        held = text;
        cancel = clock.after(clipboardTtlMillis, () => void clear());
      });
    },
    close: clear,
  };
}

async function clearIfHeld(clipboard: Clipboard, text: string): Promise<void> {
  if ((await clipboard.read()) === text) await clipboard.write('');
}
