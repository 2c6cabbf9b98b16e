/** Copies secrets to the clipboard and clears them from it. */
import { fail } from '../../contract/errors';
import type { Clipboard, Clock } from '../ports';
import { createTaskQueue } from '../storage/task-queue';

export interface SecretCopier {
  /** Copies a text and clears it after the time of the settings if the clipboard still contains it. A later copy restarts the timer. */
  copy(text: string): Promise<void>;
  /** Clears the copied secret immediately instead of after the timer. */
  close(): Promise<void>;
}

/** Creates the copier. `seconds` returns how long a copy stays. Without a clipboard, every copy throws `AppError` with code `clipboard-unavailable`. */
export function createSecretCopier(clipboard: Clipboard | null, clock: Clock, seconds: () => number): SecretCopier {
  let cancel = () => {};
  let copied: string | null = null;
  // Serialized, because a clipboard may be slow and the text that is copied last is the one to clear.
  const inTurn = createTaskQueue();

  const clear = () =>
    inTurn(async () => {
      cancel();
      const text = copied;
      copied = null;
      // An unavailable clipboard has nothing to clear.
      if (clipboard && text !== null) await clearIfUnchanged(clipboard, text).catch(() => undefined);
    });

  return {
    async copy(text) {
      if (clipboard === null) throw fail('clipboard-unavailable');
      await inTurn(async () => {
        await clipboard.write(text);
        cancel();
        copied = text;
        cancel = clock.after(seconds() * 1_000, () => void clear());
      });
    },
    close: clear,
  };
}

async function clearIfUnchanged(clipboard: Clipboard, text: string): Promise<void> {
  if ((await clipboard.read()) === text) await clipboard.write('');
}
