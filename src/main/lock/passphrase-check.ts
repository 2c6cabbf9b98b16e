/** Checks a passphrase against the lock file, or against the secrets that it seals. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Attempt } from '#contract/bridge/lock.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import type { Clock, Ports } from '../ports/ports';
import { deriveKey, type KeyCost, type KeyDerivation, newDerivation } from '../sealing/passphrase-key';
import { createTaskQueue } from '../storage/task-queue';
import type { LockFile, StoredLock, Verifier } from './lock-file';
import type { PassphraseStore } from './passphrase-store';

// Wrong passphrases, and how long the next one has to wait.

/** Wrong passphrases without a wait. */
const freeFailures = 3;
const firstWaitMillis = 5_000;
export const longestWaitMillis = 15 * 60_000;

/** Returns the milliseconds to wait after so many wrong passphrases in a row. */
export function waitAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(failures - freeFailures, 20));
}

interface Attempts {
  /** Begins with the wait that the stored failures require: a restart doesn't shorten it, and a changed date of the machine doesn't either. */
  load(): Promise<void>;
  /** Compares a passphrase, one at a time, unless it has to wait. */
  run(isRight: () => Promise<boolean>): Promise<Attempt>;
  /** Returns the milliseconds until the next passphrase is compared. */
  waitMillis(): number;
}

/**
 * Creates the attempts. A failure is stored before a passphrase is compared, so that ending the program doesn't undo it. Not without a file: a new
 * one would say that there is no passphrase.
 */
function createAttempts(file: LockFile, clock: Pick<Clock, 'monotonic'>): Attempts {
  const inTurn = createTaskQueue();
  let failures = 0;
  let nextAt = Number.NEGATIVE_INFINITY;

  /** Counts in memory too, so that a full disk neither stops the count nor keeps the user out. */
  const store = async (next: (stored: number) => number): Promise<void> => {
    const mayStore = (await file.read()).data !== null;
    const written = mayStore && (await file.update((data) => ({ ...data, failures: next(data.failures) })).catch(nullForAppError));
    failures = written ? written.failures : next(failures);
  };
  const waitMillis = () => Math.max(0, nextAt - clock.monotonic());

  return {
    waitMillis,
    async load() {
      failures = (await file.read()).data?.failures ?? 0;
      nextAt = clock.monotonic() + waitAfter(failures);
    },
    run: (isRight) =>
      inTurn(async () => {
        if (waitMillis() > 0) return { outcome: 'wait', waitMillis: waitMillis() };
        await store((stored) => Math.max(stored, failures) + 1);
        if (await isRight()) {
          await store(() => 0);
          return { outcome: 'right' };
        }
        nextAt = clock.monotonic() + waitAfter(failures);
        return { outcome: 'wrong', waitMillis: waitMillis() };
      }),
  };
}

export interface PassphraseCheckDeps {
  readonly secrets: PassphraseStore;
  readonly file: LockFile;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly random: Ports['random'];
  readonly cost?: KeyCost | undefined;
}

interface FoundPassphrase {
  /** Whether a passphrase is set, or may be. */
  readonly hasPassphrase: boolean;
  /** Whether a passphrase can be checked against the file or the sealed secrets. */
  readonly canCheck: boolean;
  /** Why the lock file can't be used. */
  readonly problem: StoredLock['problem'];
  /** Whether there is no file. */
  readonly isMissing: boolean;
}

export interface PassphraseCheck {
  /** Starts the wait that stored failures require. */
  load(): Promise<void>;
  /** Reads what is stored. Never rejects. */
  find(): Promise<FoundPassphrase>;
  /** Compares a passphrase, unless it has to wait. */
  compare(passphrase: string): Promise<Attempt>;
  /** Stores a passphrase. Throws `not-allowed` if it is to be the first one, and isn't. */
  store(passphrase: string, isFirst?: boolean): Promise<void>;
  /** Stores that there is none. */
  remove(): Promise<void>;
  waitMillis(): number;
}

export function createPassphraseCheck({ file, secrets, clock, random, cost }: PassphraseCheckDeps): PassphraseCheck {
  const attempts = createAttempts(file, clock);
  /** The last one that was read: another process may remove it while this one is locked, and the file may be damaged or deleted. */
  let known: Verifier | null = null;
  const read = async () => {
    const { data, problem } = await file.read();
    known = data?.verifier ?? known;
    return { data, problem, isSealed: await secrets.isSealed() };
  };
  /** Restores what a damaged or deleted file contained, which the right passphrase tells. A newer version's file is left to it. */
  const repair = async (passphrase: string, isSealed: boolean) => {
    const { data, problem } = await file.read();
    // Without sealed secrets, another process has removed the passphrase.
    const isLost = data === null || (isSealed && data.verifier === null);
    if (!isLost || problem === 'newer') return;
    const verifier = await createVerifier(passphrase, random, cost);
    await file.replace({ verifier, failures: 0 }).catch(nullForAppError);
    known = verifier;
  };
  return {
    load: attempts.load,
    waitMillis: attempts.waitMillis,
    async find() {
      const { data, problem, isSealed } = await read();
      const isMissing = data === null && problem === null;
      const isKnown = (data?.verifier ?? null) !== null || (isMissing && known !== null);
      return { hasPassphrase: isSealed || problem !== null || isKnown, canCheck: isSealed || known !== null, problem, isMissing };
    },
    compare: (passphrase) =>
      attempts.run(async () => {
        const { isSealed } = await read();
        const isRight = isSealed ? await secrets.open(passphrase) : known !== null && (await isVerified(passphrase, known));
        if (isRight) await repair(passphrase, isSealed);
        return isRight;
      }),
    async store(passphrase, isFirst = false) {
      const verifier = await createVerifier(passphrase, random, cost);
      await file.update((data) => {
        if (isFirst && data.verifier !== null) throw fail('not-allowed');
        return { ...data, verifier };
      });
      known = verifier;
    },
    async remove() {
      await file.update((data) => ({ ...data, verifier: null }));
      known = null;
    },
  };
}

/** Returns what verifies a passphrase. Each guess takes as long as this does. */
async function createVerifier(passphrase: string, random: Ports['random'], cost?: KeyCost): Promise<Verifier> {
  const derivation = newDerivation(random, cost);
  return { derivation, hash: (await hashOf(passphrase, derivation)).toString('base64') };
}

/** Whether a passphrase is the one that was set. Takes the same time for all of them. */
async function isVerified(passphrase: string, { derivation, hash }: Verifier): Promise<boolean> {
  return timingSafeEqual(await hashOf(passphrase, derivation), Buffer.from(hash, 'base64'));
}

/** A hash of the key, so that what is stored is no key. */
async function hashOf(passphrase: string, derivation: KeyDerivation): Promise<Buffer> {
  const { bytes } = await deriveKey(passphrase, derivation);
  const hash = createHash('sha256').update(bytes).digest();
  bytes.fill(0);
  return hash;
}
