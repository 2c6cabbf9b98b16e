/** `keychain.json`: the library and the service name of this profile's items. Contains no secrets and no item names. */
import { join } from 'node:path';
import { z } from 'zod';
import { providerNames } from '#contract/workers/keychain.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const keychainChoice = z.strictObject({ provider: z.enum(providerNames), service: z.string() });
export type KeychainChoice = z.output<typeof keychainChoice>;

export function keychainFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<KeychainChoice | null> {
  const path = join(profileFolder, 'keychain.json');
  return jsonFile(
    { path, format: 'latchkey/keychain', version: 1, schema: keychainChoice.nullable(), initial: null },
    clock,
    onUnreadableFile,
  );
}
