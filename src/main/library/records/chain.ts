/**
 * The chain of the journal, which shows whether an entry was changed, inserted, or removed.
 *
 * **Rule.** An entry is the JSON object `{ kind, seq, timeMillis, previous, personal, facts }`. Its *canonical text* is JSON without spaces, with the
 * names of each object sorted by their UTF-16 code units, and numbers, texts, and literals as `JSON.stringify` writes them (RFC 8785). Its
 * hash is the SHA-256 of that text in UTF-8, as hexadecimal digits.
 *
 * - `seq` counts from 1 without gaps. `previous` is the hash of the entry before, and 64 zeros in the first one.
 * - `personal` is null, or the hash of the part that can be erased: the SHA-256 of its salt, which is 32 random hexadecimal digits, followed by its
 *   canonical text. Without the salt, the part can't be guessed from its hash.
 *
 * **Kinds**, with their facts: `start` (`chain`, a random name) is the first entry; `intent` is a write before it was sent, and `outcome` how the
 * write in `about` ended; `note` replaces the note of `about`; `end` says when and how
 * (`end`) the impersonation ended that the write in `about` started; `erased` lists the entries (`of`) whose personal parts were erased; `trimmed` says that
 * the entries up to `through`, whose hash was `hash`, were removed; `break` lists what a verification has found (`faults`).
 *
 * An outcome is a separate entry, because the hash of an intent is final before the request is sent: a field that is added later would
 * stand outside the chain, or would change the hashes of all entries since. `scripts/verify-journal.mjs` applies this rule to an export.
 */
import { hash } from 'node:crypto';

export type EntryKind = 'start' | 'intent' | 'outcome' | 'note' | 'end' | 'erased' | 'trimmed' | 'break';

export interface ChainEntry {
  readonly kind: EntryKind;
  readonly seq: number;
  readonly timeMillis: number;
  readonly previous: string;
  readonly personal: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The `previous` of the first entry. */
export const noHash = '0'.repeat(64);

/** Returns the canonical text of a value as JSON has it; fields that are `undefined` are left out. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  // By code units, as the operators compare texts.
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(',')}}`;
}

/** Returns the hash of a text. */
export function hashOf(text: string): string {
  return hash('sha256', text, 'hex');
}
