/** The lock: whether the app is locked, and the passphrase that opens it. */
import type { Attempt, LockState } from '#contract/bridge/lock.ts';
import { fail } from '#contract/errors.ts';
import type { Topic } from '../runtime/topics';
import { createLockSwitch } from './lock-switch';
import { createPassphraseChanges, type IfRight, type PassphraseChanges } from './passphrase-changes';
import { createPassphraseCheck, type PassphraseCheckDeps } from './passphrase-check';

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
  /** Runs a task that opens the secrets, and forgets their key if the app is locked afterwards: it may have been locked meanwhile. */
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
