/** `saved-views.json`: the saved views, encrypted, because what they filter by may be personal data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type SavedView, savedView } from '#contract/bridge/saved-views.ts';
import { nullForAppError } from '#contract/errors.ts';
import type { Ports, SecretStore } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { decryptText, type Encryption, encryptText, newNonce, nonceBytes, tagBytes } from '../sealing/encrypted-text';
import { base64Bytes } from '../sealing/passphrase-key';
import { withFileLock } from '../storage/file-lock';
import { type JsonFile, jsonFile } from '../storage/json-file';
import { type MovableFile, movableFile } from '../storage/movable-file';

export const viewsFileName = 'saved-views.json';

/** The item of the secret store that contains the key of the file. */
export const viewsItem = 'library/views';

export interface ViewsFileDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'random'>;
  readonly runtime: Pick<Runtime, 'onUnreadableFile'>;
  readonly secrets: SecretStore;
}

type Views = readonly SavedView[];
const views = z.array(savedView).readonly();

/** Maximum bytes of all views. */
const maxBytes = 64 * 1024 * 1024;
const encrypted = z.strictObject({ nonce: base64Bytes(nonceBytes), content: base64Bytes(tagBytes, maxBytes) });

/**
 * Creates the access to the views: to their file, or to the memory of this process where the secret store has no other place for the key. A
 * file of the first version, which wasn't encrypted, is encrypted when it is read. Both methods reject with the error of the
 * secret store, and leave the file as it is then.
 */
export function createViewsFile(deps: ViewsFileDeps): MovableFile<Views> {
  return movableFile(encryptedFile(deps), [], 'disk');
}

function encryptedFile({ ports, runtime, secrets }: ViewsFileDeps): JsonFile<Views> {
  const { clock, profileFolder, random } = ports;
  const path = join(profileFolder, viewsFileName);
  const knownKey = async () => {
    const known = await secrets.get(viewsItem);
    return known !== null && /^[0-9a-f]{64}$/.test(known) ? Buffer.from(known, 'hex') : null;
  };
  const createKey = async () => {
    const key = Buffer.from(random(32));
    await secrets.set(viewsItem, key.toString('hex'));
    return key;
  };
  // Locked, so that no other process creates another key.
  const newKey = () => withFileLock(join(profileFolder, 'locks', 'views'), clock, async () => (await knownKey()) ?? createKey());
  const opened = async () => {
    // Not kept, so that nothing can be decrypted while the secret store is locked.
    const { schema, encode } = encryptedViews((await knownKey()) ?? (await newKey()), random);
    let isPlain = false;
    const upgrade = (data: unknown) => {
      isPlain = true;
      return data;
    };
    const spec = { path, format: 'latchkey/saved-views', version: 2, schema, initial: [], upgrade, encode };
    return { file: jsonFile(spec, clock, runtime.onUnreadableFile), isPlain: () => isPlain };
  };
  return {
    async read() {
      // Without a file, no key is needed.
      if (!existsSync(path)) return [];
      const { file, isPlain } = await opened();
      const found = await file.read();
      // On a disk that is full, the next start tries again.
      if (isPlain()) await file.update((stored) => stored).catch(nullForAppError);
      return found;
    },
    update: async (change) => (existsSync(path) || change([]).length > 0 ? (await opened()).file.update(change) : []),
  };
}

/** Returns how views are stored with a key. That there are none isn't encrypted: then the file can be used with another key, too. */
function encryptedViews(key: Buffer, random: Ports['random']) {
  const withNonce = (nonce: Buffer): Encryption => ({ key, nonce, context: Buffer.from(viewsItem) });
  const decrypted = encrypted.transform(({ nonce, content }, context): unknown => {
    const text = decryptText(content, withNonce(Buffer.from(nonce, 'base64')));
    if (text !== null) return JSON.parse(text);
    context.addIssue({ code: 'custom', message: 'Encrypted with another key' });
    return z.NEVER;
  });
  return {
    schema: z.union([views, decrypted.pipe(views)]),
    encode(value: Views): unknown {
      const nonce = newNonce(random);
      if (value.length === 0) return value;
      return { nonce: nonce.toString('base64'), content: encryptText(JSON.stringify(value), withNonce(nonce)) };
    },
  };
}
