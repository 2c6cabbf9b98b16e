/** The content of a sealed file: connections with their keys. */

import { z } from 'zod';
import type { PreviewEntry } from '#contract/bridge/sealed-connections.ts';
import { fail } from '#contract/errors.ts';
import { looksSealed, maxSealedLength, sealedFormat } from '#contract/sealed-format.ts';
import type { Ports } from '../../ports/ports';
import { endingOf } from '../../records/connections-store';
import { type KeyChange, type KeyKind, keyKinds } from '../../records/draft';
import { defaultCost, deriveKey, type KeyCost, newDerivation } from '../../sealing/passphrase-key';
import { openSealedText, parseSealedText, type SealedFile, type SealedFormat, sealText } from '../../sealing/sealed-text';
import { type ImportEntry, type PlainEntry, plainEntry, readEntry, type SortedEntry } from './import-entries';

/** Seals lists of connections with a passphrase, for files that leave the computer. */
export type { SealedFile };

const sealedConnections: SealedFormat = { format: sealedFormat, version: 1, maxLength: maxSealedLength };

/** Returns the sealed text. Throws `import-too-large` if it would be too long to import. */
export async function seal(text: string, passphrase: string, random: Ports['random'], cost = defaultCost): Promise<string> {
  const key = await deriveKey(passphrase, newDerivation(random, cost));
  const sealed = sealText(sealedConnections, text, key, random);
  key.bytes.fill(0);
  if (sealed.length > maxSealedLength) throw fail('import-too-large');
  return sealed;
}

/**
 * Parses a sealed file and checks everything that doesn't require the passphrase. Throws `import-unreadable` for other files,
 * `import-damaged`, `import-newer`, and `sealed-too-costly` if it requires more memory than allowed. `costs` are the parameters that are
 * allowed.
 */
export function parseSealed(text: string, costs?: readonly KeyCost[]): SealedFile {
  const parsed = parseSealedText(sealedConnections, text, costs);
  if (parsed.kind === 'sealed') return parsed.file;
  if (parsed.kind === 'foreign') throw fail(looksSealed(text) ? 'import-damaged' : 'import-unreadable');
  throw fail(({ damaged: 'import-damaged', newer: 'import-newer', 'too-costly': 'sealed-too-costly' } as const)[parsed.kind]);
}

/** Returns the text of a sealed file. Throws `passphrase-wrong`, also for a file that was changed on purpose. */
export async function unseal(file: SealedFile, passphrase: string): Promise<string> {
  const key = await deriveKey(passphrase, file.kdf);
  const text = openSealedText(file, key);
  key.bytes.fill(0);
  if (text === null) throw fail('passphrase-wrong');
  return text;
}

const key = z.string().min(1).max(500).optional();
const entryWithKeys = z.strictObject({ ...plainEntry.shape, keys: z.strictObject({ client: key, server: key, admin: key }) });
const list = z.strictObject({ connections: z.array(z.unknown()) });

export type EntryWithKeys = PlainEntry & { readonly keys: KeyChange };

/** Returns the content of a file. */
export function listText(connections: readonly EntryWithKeys[]): string {
  return JSON.stringify({ connections });
}

/** Returns the entries of a file that was opened. Throws `import-damaged` for other content. */
export function readList(text: string): ImportEntry[] {
  try {
    return list.parse(JSON.parse(text)).connections.map((item) => readEntry(item, entryWithKeys));
  } catch {
    // Without the cause, which may contain keys.
    throw fail('import-damaged');
  }
}

/** Returns an entry as windows see it: with the last characters of its keys. */
export function toPreview({ index, name, draft, skip }: SortedEntry): PreviewEntry {
  if (draft === null) return { index, name, connection: null, skip };
  const { baseUrl, projectId, environment, safety } = draft.fields;
  const keys = Object.fromEntries(keyKinds.map((kind) => [kind, shown(draft.keys[kind])])) as Record<KeyKind, boolean | string>;
  return { index, name: draft.fields.name, connection: { baseUrl, projectId, environment, safety, keys }, skip };
}

function shown(text: string | null | undefined): boolean | string {
  return typeof text === 'string' && (endingOf(text) ?? true);
}
