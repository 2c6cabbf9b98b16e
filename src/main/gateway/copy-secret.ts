/** Copies secrets to the clipboard and clears them from it. */
import { fail } from '#contract/errors.ts';
import type { Caller } from '../ports/caller';
import type { Clipboard, Clock } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';

export interface SecretCopier {
  /**
   * Copies a text and clears it after the time of the settings if the clipboard still contains it. A later copy restarts the timer. Throws
   * `clipboard-unavailable` without a clipboard, and `app-locked` while the app is locked. Minimizes the window of `from` if the settings say so.
   */
  copy(text: string, from?: Caller): Promise<void>;
  /** Clears the copied secret immediately instead of after the timer. */
  close(): Promise<void>;
}

export interface SecretCopierDeps {
  readonly clipboard: Clipboard | null;
  readonly clock: Pick<Clock, 'after'>;
  /** Returns the number of seconds after which a copied secret is cleared. */
  readonly seconds: () => number;
  readonly isLocked: () => boolean;
  /** Minimizes a window; null if the settings or the host don't. */
  readonly minimize: () => ((window: Caller) => void) | null;
}

export function createSecretCopier({ clipboard, clock, seconds, isLocked, minimize }: SecretCopierDeps): SecretCopier {
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
    async copy(text, from) {
      if (clipboard === null) throw fail('clipboard-unavailable');
      await inTurn(async () => {
        // Locking has cleared the clipboard; a copy that took longer must not follow.
        if (isLocked()) throw fail('app-locked');
        await clipboard.write(text);
        cancel();
        copied = text;
        cancel = clock.after(seconds() * 1_000, () => void clear());
      });
      if (from !== undefined) minimize()?.(from);
    },
    close: clear,
  };
}

async function clearIfUnchanged(clipboard: Clipboard, text: string): Promise<void> {
  if ((await clipboard.read()) === text) await clipboard.write('');
}
