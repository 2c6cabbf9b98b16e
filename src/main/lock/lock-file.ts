/** `lock.json`: what verifies the passphrase, and how often a wrong one was entered. Contains neither the passphrase nor a key. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../ports';
import { base64Bytes, keyDerivation } from '../sealing/passphrase-key';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

export const verifier = z.strictObject({ derivation: keyDerivation, hash: base64Bytes(32) });
export type Verifier = z.output<typeof verifier>;

const lockData = z.strictObject({
  /** Null without a passphrase. */
  verifier: verifier.nullable(),
  /** Wrong passphrases since the last right one. */
  failures: z.int().min(0),
});
export type LockData = z.output<typeof lockData>;

export const noLock: LockData = { verifier: null, failures: 0 };
export const lockFileName = 'lock.json';

/** Creates the access to the lock file of a profile folder. */
export function lockFile(profileFolder: string, clock: Clock, onUnreadableFile: (what: UnreadableFile) => void): JsonFile<LockData> {
  const path = join(profileFolder, lockFileName);
  return jsonFile({ path, format: 'latchkey/lock', version: 1, schema: lockData, initial: noLock }, clock, onUnreadableFile);
}
