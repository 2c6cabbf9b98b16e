/** The content of a sealed file: connections with their keys. */
import { z } from 'zod';
import type { PreviewEntry } from '#contract/bridge/sealed-connections.ts';
import { fail } from '#contract/errors.ts';
import { endingOf } from '../../records/connections-store';
import { type KeyChange, type KeyKind, keyKinds } from '../../records/draft';
import { type ImportEntry, type PlainEntry, plainEntry, readEntry, type SortedEntry } from './import-entries';

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
