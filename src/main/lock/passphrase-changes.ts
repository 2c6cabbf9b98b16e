/** Setting, changing, and removing the passphrase of the lock. */
import type { Attempt } from '#contract/bridge/lock.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import { isLongEnough } from '#contract/sealed-format.ts';
import type { LockSwitch } from './lock-switch';
import type { PassphraseCheck } from './passphrase-check';
import type { PassphraseStore } from './passphrase-store';

export interface PassphraseChanges {
  /**
   * Throws `passphrase-too-short`, `not-allowed` if there is a passphrase or secrets can't be sealed, `lock-file-unreadable`, and what
   * `PassphraseStore.setSealed` throws. Then nothing has changed.
   */
  setPassphrase(passphrase: string, seal: boolean): Promise<void>;
  /** Throws `passphrase-too-short` before `current` is compared. */
  changePassphrase(current: string, next: string): Promise<Attempt>;
  setSealed(current: string, sealed: boolean): Promise<Attempt>;
  removePassphrase(current: string): Promise<Attempt>;
}

/** Runs a task if the passphrase is correct. Resolves to the result of the attempt. */
export type IfRight = (passphrase: string, task: () => Promise<void>) => Promise<Attempt>;

export interface PassphraseChangesDeps extends Pick<LockSwitch, 'state' | 'show'> {
  readonly passphrases: PassphraseCheck;
  readonly secrets: PassphraseStore;
  /** Runs a task that opens the secrets, which may be locked meanwhile. */
  readonly keepLocked: <T>(task: () => Promise<T>) => Promise<T>;
  readonly ifRight: IfRight;
}

export function createPassphraseChanges(deps: PassphraseChangesDeps): PassphraseChanges {
  const { passphrases, secrets, state, show, keepLocked, ifRight } = deps;
  /** Removes a passphrase that was just set, unless the app was locked with it meanwhile: the user knows it. */
  const undo = async () => {
    if (state().locked) return;
    await passphrases.remove();
    show({ hasPassphrase: false });
  };
  return {
    async setPassphrase(passphrase, seal) {
      assertLongEnough(passphrase);
      if (state().hasPassphrase || (seal && !secrets.canSeal())) throw fail('not-allowed');
      await passphrases.store(passphrase, true);
      show({ hasPassphrase: true });
      if (seal) {
        await keepLocked(() => secrets.setSealed(true, passphrase)).catch(async (thrown) => {
          await undo().catch(nullForAppError);
          throw thrown;
        });
      }
      secrets.mark(true);
    },
    async changePassphrase(current, next) {
      assertLongEnough(next);
      return ifRight(current, async () => {
        // The file first: it decides if the program ends in between.
        if (await secrets.isSealed()) await secrets.reseal(next);
        await passphrases.store(next);
      });
    },
    setSealed: (current, sealed) =>
      ifRight(current, async () => {
        if (!secrets.canSeal()) throw fail('not-allowed');
        // It may be of an earlier passphrase, see above.
        await passphrases.store(current);
        await secrets.setSealed(sealed, current);
      }),
    removePassphrase: (current) =>
      ifRight(current, async () => {
        const wasSealed = await secrets.isSealed();
        if (wasSealed) await secrets.setSealed(false, current);
        await passphrases.remove().catch(async (thrown) => {
          if (wasSealed) await secrets.setSealed(true, current);
          throw thrown;
        });
        show({ hasPassphrase: false, locked: false, problem: null });
        secrets.mark(false);
      }),
  };
}

function assertLongEnough(passphrase: string): void {
  if (!isLongEnough(passphrase)) throw fail('passphrase-too-short');
}
