/** `clearing.json`: marks a profile whose data is to be deleted, and lists the items of keychains that are. Contains no secrets. */
import { join } from 'node:path';
import { z } from 'zod';
import { providerNames } from '#contract/workers/keychain.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const keychainItems = z.strictObject({ provider: z.enum(providerNames), service: z.string(), items: z.array(z.string()) });
export type KeychainItems = z.output<typeof keychainItems>;

const clearing = z.strictObject({
  /**
   * `requested` until the names of the items are known, then `deleting` until all files are deleted. `left` if a keychain has refused to
   * delete items since: the profile is in use again, so no file may be deleted.
   */
  step: z.enum(['requested', 'deleting', 'left']),
  keychains: z.array(keychainItems),
  /** Whether a file with names of items couldn't be read. */
  hasUnknown: z.boolean(),
});
export type Clearing = z.output<typeof clearing>;

export const clearingFileName = 'clearing.json';

/** Creates the access to the file. */
export function clearingFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<Clearing | null> {
  const path = join(profileFolder, clearingFileName);
  return jsonFile({ path, format: 'latchkey/clearing', version: 1, schema: clearing.nullable(), initial: null }, clock, onUnreadableFile);
}

/** Returns the mark after the user has requested to clear the data. Items that remained from before stay listed. */
export function withRequest(now: Clearing | null): Clearing {
  return { step: 'requested', keychains: now?.keychains ?? [], hasUnknown: now?.hasUnknown ?? false };
}

/** Whether the data is to be deleted, or is being deleted. */
export function isDue(mark: Clearing | null): mark is Clearing {
  return mark !== null && mark.step !== 'left';
}
