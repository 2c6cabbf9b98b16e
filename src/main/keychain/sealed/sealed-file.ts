/** `secrets.json`: the secrets of a profile, sealed with a passphrase. */
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { readPrivateFile } from '#system/private-file.ts';
import type { Clock, Ports } from '../../ports/ports';
import type { KeyCost, PassphraseKey } from '../../sealing/passphrase-key';
import { openSealedText, parseSealedText, type SealedFile, type SealedFormat, sealText } from '../../sealing/sealed-text';
import { withFileLock } from '../../storage/file-lock';
import { keepCopy, type UnreadableFile } from '../../storage/json-file';

const sealedFileName = 'secrets.json';
const sealedSecrets: SealedFormat = { format: 'latchkey/sealed-secrets', version: 1, maxLength: 16_000_000 };
const sealedItems = z.record(z.string(), z.string());

export type Items = Readonly<Record<string, string>>;

/** A file as it was found: none, one that a passphrase may open, or one that none opens. */
export type FoundFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'sealed'; readonly file: SealedFile }
  | { readonly kind: 'damaged' | 'newer' };

export type WriteItems = (items: Items, key: PassphraseKey) => Promise<void>;

export interface SealedSecretsFile {
  /** Reads the file. A damaged one stays where it is; it is copied and reported. Throws `profile-not-writable`. */
  find(): Promise<FoundFile>;
  /** Runs a task with the lock of the file, which all processes of the profile use. */
  locked<T>(task: (write: WriteItems) => Promise<T>): Promise<T>;
  readonly path: string;
}

/** Returns the items of a file; null if the key doesn't open it. Throws `secrets-damaged` if what it contains is something else. */
export function openItems(file: SealedFile, key: PassphraseKey): Items | null {
  const text = openSealedText(file, key);
  if (text === null) return null;
  const items = sealedItems.safeParse(JSON.parse(text));
  if (!items.success) throw fail('secrets-damaged');
  return items.data;
}

/** Creates the access to the file, without reading or writing it. `costs` are the parameters that are allowed. */
export function createSealedFile(
  { profileFolder, clock, random }: Pick<Ports, 'profileFolder' | 'random'> & { readonly clock: Clock },
  onUnreadableFile: (what: UnreadableFile) => void,
  costs?: readonly KeyCost[],
): SealedSecretsFile {
  const path = join(profileFolder, sealedFileName);
  let reported: string | null = null;

  const report = async (kind: UnreadableFile['kind'], bytes: Buffer) => {
    const text = bytes.toString('base64');
    if (text === reported) return;
    reported = text;
    onUnreadableFile({ kind, file: sealedFileName, copy: await keepCopy(path, kind, bytes, clock.now()) });
  };
  return {
    path,
    async find() {
      const bytes = await readPrivateFile(path).catch((cause: NodeJS.ErrnoException) => {
        // The profile itself is a file, so it can't contain one.
        if (cause.code === 'ENOTDIR') return null;
        throw fail('profile-not-writable', {}, cause);
      });
      if (bytes === null) return { kind: 'none' };
      const parsed = parseSealedText(sealedSecrets, bytes.toString('utf8'), costs);
      if (parsed.kind === 'sealed') return parsed;
      const isNewer = parsed.kind === 'newer';
      await report(isNewer ? 'file-from-newer-version' : 'file-unreadable', bytes);
      return { kind: isNewer ? 'newer' : 'damaged' };
    },
    locked: (task) =>
      withFileLock(`${path}.lock`, clock, (lock) =>
        task((items, key) => lock.replace(path, sealText(sealedSecrets, JSON.stringify(items), key, random))),
      ),
  };
}
