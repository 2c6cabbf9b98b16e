/** Seals the secrets of a profile for the lock, and stores the mark that a passphrase is set. */
import { fail, nullForAppError } from '#contract/errors.ts';
import type { OpenedKeychain } from '../keychain/open-keychain';
import type { SecretStore } from '../ports/ports';
import { createTaskQueue } from '../storage/task-queue';

/** The secrets that the passphrase seals, where there is no keychain. */
export interface PassphraseStore {
  /** Whether there is a file that a passphrase may open. It then decides which passphrase is right, not the verifier. */
  isSealed(): Promise<boolean>;
  /** Whether the passphrase opens the file, which is then open. */
  open(passphrase: string): Promise<boolean>;
  forgetKey(): void;
  reseal(passphrase: string): Promise<void>;
  /** Whether secrets can be moved to a file that the passphrase seals. */
  canSeal(): boolean;
  /** Moves the secrets to a file that the passphrase seals, or back. Throws `not-allowed` if there is a keychain. */
  setSealed(sealed: boolean, passphrase: string): Promise<void>;
  /** Whether something beside the lock file says that a passphrase is set. Rejects with the keychain's codes. */
  hasMark(): Promise<boolean>;
  /** Notes in the keychain whether a passphrase is set, in the background, so that a start knows if the lock file is deleted. */
  mark(isSet: boolean): void;
}

/** The item of the keychain. Its value means nothing. */
export const passphraseMark = 'lock/passphrase';

export interface PassphraseStoreDeps {
  readonly keychain: Pick<OpenedKeychain, 'store' | 'vault'>;
  /** Runs after the secrets were moved. */
  readonly onMoved: () => void;
  /** Runs a task that nothing waits for, and that never rejects. */
  readonly inBackground: (task: Promise<void>) => void;
}

/** Creates the store of the lock. */
export function passphraseStore({ keychain: { store, vault }, onMoved, inBackground }: PassphraseStoreDeps): PassphraseStore {
  if (vault === null) {
    return {
      isSealed: async () => false,
      open: async () => false,
      forgetKey: () => undefined,
      reseal: async () => undefined,
      canSeal: () => false,
      async setSealed() {
        throw fail('not-allowed');
      },
      ...markIn(store, inBackground),
    };
  }
  const { sealed } = vault;
  return {
    // Not while they are in memory: another process may have created the file in the meantime.
    isSealed: async () => vault.store.kind === 'sealed' && (await sealed.find()) === 'sealed',
    open: sealed.open,
    forgetKey: sealed.forgetKey,
    reseal: sealed.reseal,
    canSeal: () => true,
    async setSealed(isSealed, passphrase) {
      await (isSealed ? vault.moveToFile(passphrase) : vault.moveToMemory());
      onMoved();
    },
    // The file itself says so, also a damaged one.
    hasMark: async () => vault.store.kind === 'sealed' && (await sealed.find()) !== 'none',
    mark: () => undefined,
  };
}

function markIn(store: SecretStore, inBackground: PassphraseStoreDeps['inBackground']): Pick<PassphraseStore, 'hasMark' | 'mark'> {
  // One in memory is empty at each start, so it can't say anything.
  if (store.kind !== 'system') return { hasMark: async () => false, mark: () => undefined };
  const inTurn = createTaskQueue();
  const hasMark = async () => (await store.get(passphraseMark)) !== null;
  const write = async (isSet: boolean) => {
    if ((await hasMark()) === isSet) return;
    await (isSet ? store.set(passphraseMark, 'set') : store.delete(passphraseMark));
  };
  return { hasMark, mark: (isSet) => inBackground(inTurn(() => write(isSet)).catch(ignoreAppError)) };
}

function ignoreAppError(thrown: unknown): void {
  nullForAppError(thrown);
}
