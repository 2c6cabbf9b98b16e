/** The lock: whether the app is locked, and the passphrase that opens it. */

import { fail } from '../../contract/errors';
import type { Attempt, LockState } from '../../contract/lock/lock';
import { isLongEnough } from '../../contract/transfer/sealed-format';
import type { Clock, Ports } from '../ports';
import type { Topic } from '../runtime/topic';
import type { KeyCost } from '../sealing/passphrase-key';
import type { JsonFile } from '../storage/json-file';
import { createAttempts } from './attempts';
import type { LockData, Verifier } from './lock-file';
import { createVerifier, isVerified } from './verifier';

export interface Lock {
  /** Reads the file, and locks the app if a passphrase is set. */
  load(): Promise<void>;
  /** Reads the file again, because another process may have set or removed the passphrase. Never unlocks the app. */
  reload(): Promise<void>;
  isLocked(): boolean;
  /** Locks the app. Does nothing without a passphrase. */
  lock(): void;
  unlock(passphrase: string): Promise<Attempt>;
  /** Compares a passphrase, and counts wrong ones like `unlock`. */
  verify(passphrase: string): Promise<Attempt>;
  waitMillis(): number;
  /** Resolves when the app isn't locked. */
  whenUnlocked(): Promise<void>;
  /** Throws `passphrase-too-short`, `not-allowed` if there is a passphrase, and what `PassphraseStore.setSealed` throws. */
  setPassphrase(passphrase: string, seal: boolean): Promise<void>;
  /** Throws `passphrase-too-short` before `current` is compared. */
  changePassphrase(current: string, next: string): Promise<Attempt>;
  setSealed(current: string, sealed: boolean): Promise<Attempt>;
  removePassphrase(current: string): Promise<Attempt>;
}

/** The secrets that the passphrase seals, where there is no keychain. */
export interface PassphraseStore {
  /** Whether there is a file that a passphrase may open. It then decides which passphrase is right, not the verifier. */
  isSealed(): Promise<boolean>;
  /** Whether the passphrase opens the file, which is then open. */
  open(passphrase: string): Promise<boolean>;
  forgetKey(): void;
  reseal(passphrase: string): Promise<void>;
  /** Moves the secrets to a file that the passphrase seals, or back. Throws `not-allowed` if there is a keychain. */
  setSealed(sealed: boolean, passphrase: string): Promise<void>;
}

export interface LockDeps {
  readonly secrets: PassphraseStore;
  readonly file: JsonFile<LockData>;
  readonly topic: Topic<LockState>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly random: Ports['random'];
  readonly cost?: KeyCost | undefined;
}

/** Creates the lock, open until `load`. */
export function createLock({ file, secrets, topic, clock, random, cost }: LockDeps): Lock {
  const attempts = createAttempts(file, clock);
  const waiting = new Set<() => void>();
  const state = () => topic.get().value;

  const show = (change: Partial<LockState>) => {
    const next = { ...state(), ...change };
    if (next.locked === state().locked && next.hasPassphrase === state().hasPassphrase) return;
    topic.set(next);
    if (next.locked) return secrets.forgetKey();
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  /** The last one that was read, because another process may remove it while this one is locked. */
  let known: Verifier | null = null;
  const readHasPassphrase = async (): Promise<boolean> => {
    const { verifier } = await file.read();
    known = verifier ?? known;
    return verifier !== null || secrets.isSealed();
  };
  const reload = async () => {
    const hasPassphrase = await readHasPassphrase();
    if (!state().locked) show({ hasPassphrase });
  };
  const compare = (passphrase: string) =>
    attempts.run(async () => {
      if (await secrets.isSealed()) return secrets.open(passphrase);
      await readHasPassphrase();
      return known !== null && isVerified(passphrase, known);
    });
  const store = async (passphrase: string, isFirst = false) => {
    const verifier = await createVerifier(passphrase, random, cost);
    await file.update((data) => {
      if (isFirst && data.verifier !== null) throw fail('not-allowed');
      return { ...data, verifier };
    });
    known = verifier;
  };
  /** Runs a task that opens the secrets, and forgets their key if the app is locked afterwards: it may have been locked meanwhile. */
  const keepLocked = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } finally {
      if (state().locked) secrets.forgetKey();
    }
  };
  const ifRight = (passphrase: string, task: () => Promise<void>): Promise<Attempt> =>
    keepLocked(async () => {
      const attempt = await compare(passphrase);
      if (attempt.outcome === 'right') await task();
      return attempt;
    });

  return {
    verify: (passphrase) => ifRight(passphrase, async () => undefined),
    waitMillis: attempts.waitMillis,
    isLocked: () => state().locked,
    async load() {
      await attempts.load();
      const hasPassphrase = await readHasPassphrase();
      show({ hasPassphrase, locked: hasPassphrase });
    },
    reload,
    lock() {
      if (state().hasPassphrase) show({ locked: true });
    },
    unlock: (passphrase) =>
      ifRight(passphrase, async () => {
        show({ locked: false });
        // Another process may have removed it.
        await reload().catch(() => undefined);
      }),
    whenUnlocked: () => (state().locked ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve()),
    async setPassphrase(passphrase, seal) {
      assertLongEnough(passphrase);
      if (state().hasPassphrase) throw fail('not-allowed');
      await store(passphrase, true);
      show({ hasPassphrase: true });
      if (seal) await keepLocked(() => secrets.setSealed(true, passphrase));
    },
    async changePassphrase(current, next) {
      assertLongEnough(next);
      return ifRight(current, async () => {
        // The file first: it decides if the program ends in between.
        if (await secrets.isSealed()) await secrets.reseal(next);
        await store(next);
      });
    },
    setSealed: (current, sealed) =>
      ifRight(current, async () => {
        // It may be of an earlier passphrase, see above.
        await store(current);
        await secrets.setSealed(sealed, current);
      }),
    removePassphrase: (current) =>
      ifRight(current, async () => {
        if (await secrets.isSealed()) await secrets.setSealed(false, current);
        await file.update((data) => ({ ...data, verifier: null }));
        known = null;
        show({ hasPassphrase: false, locked: false });
      }),
  };
}

function assertLongEnough(passphrase: string): void {
  if (!isLongEnough(passphrase)) throw fail('passphrase-too-short');
}
