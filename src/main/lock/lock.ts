/** The lock: whether the app is locked, and the passphrase that opens it. */
import type { Attempt, LockState } from '#contract/bridge/lock.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import { isLongEnough } from '#contract/sealed-format.ts';
import type { Topic } from '../runtime/topics';
import { createPassphraseCheck, type PassphraseCheck, type PassphraseCheckDeps } from './passphrase-check';
import type { PassphraseStore } from './passphrase-store';

/** Whether the app is locked, as windows see it, and what waits until it isn't. */
interface LockSwitch {
  state(): LockState;
  /** Changes the state. Pushes it if it differs. */
  show(change: Partial<LockState>): void;
  /** Resolves when the app isn't locked. */
  whenUnlocked(): Promise<void>;
}

/** Creates the switch. `onLocked` runs when the app is locked. */
function createLockSwitch(topic: Topic<LockState>, onLocked: () => void): LockSwitch {
  const waiting = new Set<() => void>();
  const state = () => topic.get().value;
  return {
    state,
    show(change) {
      const before = state();
      const next = { ...before, ...change };
      if (next.locked === before.locked && next.hasPassphrase === before.hasPassphrase && next.problem === before.problem) return;
      topic.set(next);
      if (next.locked) return onLocked();
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    whenUnlocked: () => (state().locked ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve()),
  };
}

/** Setting, changing, and removing the passphrase of the lock. */
interface PassphraseChanges {
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
type IfRight = (passphrase: string, task: () => Promise<void>) => Promise<Attempt>;

interface PassphraseChangesDeps extends Pick<LockSwitch, 'state' | 'show'> {
  readonly passphrases: PassphraseCheck;
  readonly secrets: PassphraseStore;
  /** Runs a task that opens the secrets, which may be locked in the meantime. */
  readonly keepLocked: <T>(task: () => Promise<T>) => Promise<T>;
  readonly ifRight: IfRight;
}

function createPassphraseChanges(deps: PassphraseChangesDeps): PassphraseChanges {
  const { passphrases, secrets, state, show, keepLocked, ifRight } = deps;
  /** Removes a passphrase that was just set, unless the app was locked with it in the meantime: the user knows it. */
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

export interface Lock extends PassphraseChanges {
  /** Reads the file, and locks the app if a passphrase is set, or may be because the file can't be read. */
  load(): Promise<void>;
  /** Resolves when it is known whether the file was deleted: then the app is locked. Never rejects. */
  checked(): Promise<void>;
  /** Reads the file again, because another process may have set or removed the passphrase. Never unlocks the app. */
  reload(): Promise<void>;
  isLocked(): boolean;
  /** Locks the app. Does nothing without a passphrase. */
  lock(): void;
  /** Throws `lock-file-unreadable` if no passphrase can be checked. */
  unlock(passphrase: string): Promise<Attempt>;
  /** Compares a passphrase, and counts wrong ones like `unlock`. */
  verify(passphrase: string): Promise<Attempt>;
  waitMillis(): number;
  /** Resolves when the app isn't locked. */
  whenUnlocked(): Promise<void>;
}

export interface LockDeps extends PassphraseCheckDeps {
  readonly topic: Topic<LockState>;
  /** Whether the profile has data that a lock could protect. If it has, a missing file is suspicious. */
  readonly isUsed: () => boolean;
}

/** Creates the lock, open until `load`. */
export function createLock({ topic, isUsed, ...deps }: LockDeps): Lock {
  const { secrets } = deps;
  const passphrases = createPassphraseCheck(deps);
  const { state, show, whenUnlocked } = createLockSwitch(topic, secrets.forgetKey);
  let checked: Promise<void> = Promise.resolve();

  const reload = async () => {
    const { hasPassphrase, canCheck, problem } = await passphrases.find();
    if (state().locked) show({ problem: canCheck ? null : (problem ?? 'absent') });
    // A file that can't be read any longer locks the next start, not a user who has unlocked this one.
    else if (problem === null) show({ hasPassphrase });
  };
  /** Locks the app if the file was deleted. */
  const lockIfMarked = async () => {
    if ((await secrets.hasMark()) && !state().hasPassphrase) show({ hasPassphrase: true, locked: true, problem: 'absent' });
  };
  const compare = async (passphrase: string): Promise<Attempt> => {
    if (state().problem !== null) await reload();
    if (state().problem !== null) throw fail('lock-file-unreadable');
    return passphrases.compare(passphrase);
  };
  /** Runs a task that opens the secrets, and forgets their key if the app is locked afterwards: it may have been locked in the meantime. */
  const keepLocked = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } finally {
      if (state().locked) secrets.forgetKey();
    }
  };
  const ifRight: IfRight = (passphrase, task) =>
    keepLocked(async () => {
      const attempt = await compare(passphrase);
      if (attempt.outcome === 'right') await task();
      return attempt;
    });

  return {
    ...createPassphraseChanges({ passphrases, secrets, state, show, keepLocked, ifRight }),
    verify: (passphrase) => ifRight(passphrase, async () => undefined),
    waitMillis: passphrases.waitMillis,
    isLocked: () => state().locked,
    async load() {
      await passphrases.load();
      const { hasPassphrase, canCheck, problem, isMissing } = await passphrases.find();
      show({ hasPassphrase, locked: hasPassphrase, problem: canCheck ? null : problem });
      if (isMissing && !hasPassphrase && isUsed()) checked = lockIfMarked().catch(() => undefined);
    },
    checked: () => checked,
    reload,
    lock() {
      if (state().hasPassphrase) show({ locked: true });
    },
    unlock: (passphrase) =>
      ifRight(passphrase, async () => {
        show({ locked: false, problem: null });
        // Another process may have removed it.
        await reload().catch(() => undefined);
        // For a passphrase that an earlier version has set.
        if (state().hasPassphrase) secrets.mark(true);
      }),
    whenUnlocked,
  };
}
