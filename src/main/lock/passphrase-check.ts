/** What tells which passphrase is right: the lock file, or the secrets that it seals. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Attempt } from '#contract/bridge/lock.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import type { Clock, Ports } from '../ports/ports';
import { deriveKey, type KeyCost, type KeyDerivation, newDerivation } from '../sealing/passphrase-key';
import { createAttempts } from './attempts';
import type { LockFile, StoredLock, Verifier } from './lock-file';
import type { PassphraseStore } from './passphrase-store';

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
  /** Whether it can be checked. */
  readonly canCheck: boolean;
  /** What is wrong with the file. */
  readonly problem: StoredLock['problem'];
  /** Whether there is no file. */
  readonly isMissing: boolean;
}

export interface PassphraseCheck {
  /** Begins with the wait that stored failures require. */
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

/** Creates the check. */
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
