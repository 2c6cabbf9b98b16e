/** `lock.json`: what verifies the passphrase, and how often a wrong one was entered. Contains neither the passphrase nor a key. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LockProblem } from '#contract/bridge/lock.ts';
import { AppError, fail } from '#contract/errors.ts';
import type { Clock } from '../ports/ports';
import { base64Bytes, isWritten, type KeyCost, keyDerivation } from '../sealing/passphrase-key';
import { jsonFile, KeptFileError, type UnreadableFile } from '../storage/json-file';

const verifier = z.strictObject({ derivation: keyDerivation, hash: base64Bytes(32) });
export type Verifier = z.output<typeof verifier>;

const lockData = (costs?: readonly KeyCost[]) =>
  z.strictObject({
    /** Null without a passphrase. */
    verifier: verifier.refine(({ derivation }) => isWritten(derivation, costs)).nullable(),
    /** Wrong passphrases since the last right one. */
    failures: z.int().min(0),
  });
type LockData = z.output<ReturnType<typeof lockData>>;

export const lockFileName = 'lock.json';
const noLock: LockData = { verifier: null, failures: 0 };

/** What is stored: data, nothing, or a file that can't be read. */
export interface StoredLock {
  readonly data: LockData | null;
  readonly problem: Exclude<LockProblem, 'absent'> | null;
}

/** A file that can't be read is never taken for one without a passphrase, and never replaced by one. */
export interface LockFile {
  /** Reads the file. Never rejects. */
  read(): Promise<StoredLock>;
  /** Changes the file, which is created if it is missing. Throws `lock-file-unreadable`, and `profile-not-writable`. */
  update(change: (data: LockData) => LockData): Promise<LockData>;
  /** Replaces the file, also a damaged one after it was copied. For data that a right passphrase was entered for. Throws `profile-not-writable`. */
  replace(data: LockData): Promise<void>;
}

/** Creates the access to the lock file of a profile folder. `costs` are the parameters that are allowed. */
export function lockFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
  costs?: readonly KeyCost[],
): LockFile {
  const path = join(profileFolder, lockFileName);
  const spec = { path, format: 'latchkey/lock', version: 1, schema: lockData(costs).nullable(), initial: null };
  const kept = jsonFile({ ...spec, keepUnreadable: true }, clock, onUnreadableFile);
  const replaceable = jsonFile(spec, clock, onUnreadableFile);
  const read = async (): Promise<StoredLock> => {
    try {
      return { data: await kept.read(), problem: null };
    } catch (thrown) {
      return { data: null, problem: problemOf(thrown) };
    }
  };
  return {
    async read() {
      const found = await read();
      if (found.data !== null || found.problem !== null || !(await isThere(path))) return found;
      // Another process may have written it just now. Otherwise, it is a link to nothing.
      const again = await read();
      return again.data === null && again.problem === null ? { data: null, problem: 'unreadable' } : again;
    },
    async update(change) {
      const data = await kept
        .update((stored) => change(stored ?? noLock))
        .catch((thrown) => {
          throw thrown instanceof KeptFileError ? fail('lock-file-unreadable', {}, thrown) : thrown;
        });
      return data ?? noLock;
    },
    replace: async (data) => void (await replaceable.update(() => data)),
  };
}

function problemOf(thrown: unknown): StoredLock['problem'] {
  if (thrown instanceof KeptFileError) return thrown.kind === 'file-from-newer-version' ? 'newer' : 'damaged';
  const cause = thrown instanceof AppError ? thrown.cause : thrown;
  // The profile itself is a file, so it can't contain one.
  return (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOTDIR' ? null : 'unreadable';
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
