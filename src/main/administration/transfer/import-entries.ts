/** Entries of an exported list: how they are written, and which of them an import would add. */
import { z } from 'zod';
import { colour, environment } from '#contract/bridge/connection-choices.ts';
import type { ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import { safetyLevel } from '#contract/bridge/safety.ts';
import type { SkipReason } from '#contract/bridge/skipped-entry.ts';
import { AppError } from '#contract/errors.ts';
import { maxConnections } from '#contract/limits.ts';
import { isLoopback } from '#contract/urls.ts';
import { type ConnectionRecord, storedTargets } from '../../records/connections-file';
import { type CheckedDraft, checkDraft } from '../../records/draft';

/** An entry without keys. */
export const plainEntry = z.strictObject({
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().max(2000),
  projectId: z.string().max(200),
  environment,
  colour: colour.nullable(),
  handlerBase: z.string().max(200),
  safety: safetyLevel,
  /** Written only if it is true, so that earlier versions can read the other entries. */
  requirePresence: z.boolean().optional(),
  group: z.string().trim().min(1).max(60).nullable(),
  /** Written only if there are any, for the same reason. */
  targets: storedTargets.optional(),
});
export type PlainEntry = z.output<typeof plainEntry>;
const named = z.object({ name: z.string() });

/** An entry of a list that isn't trusted. */
export interface ImportEntry {
  /** Null if there is none. */
  readonly name: string | null;
  /** Null if the entry is invalid. */
  readonly draft: CheckedDraft | null;
}

/** An entry with its position in the list; `skip` is why it would not be added, or null. */
export interface SortedEntry extends ImportEntry {
  readonly index: number;
  readonly skip: SkipReason | null;
}

/** Returns the entry of a connection; null for those to the sandbox, which aren't exported. */
export function entryOf(record: ConnectionRecord): PlainEntry | null {
  const { kind, name, baseUrl, projectId, environment, colour, handlerBase, safety, requirePresence, group, targets = {} } = record;
  if (kind !== 'project' || baseUrl === null) return null;
  return {
    ...{ name, baseUrl, projectId, environment, colour, handlerBase, safety, group },
    ...(requirePresence ? { requirePresence } : {}),
    ...(Object.keys(targets).length > 0 ? { targets } : {}),
  };
}

/** Reads an entry. Whether the user allows connections without encryption is decided later. */
export function readEntry(item: unknown, schema: z.ZodType<Omit<ConnectionDraft, 'allowPlainHttp'>>): ImportEntry {
  return { name: named.safeParse(item).data?.name.slice(0, 100) ?? null, draft: draftOf(item, schema) };
}

function draftOf(item: unknown, schema: z.ZodType<Omit<ConnectionDraft, 'allowPlainHttp'>>): CheckedDraft | null {
  try {
    const found = schema.safeParse(item);
    return found.success ? checkDraft({ ...found.data, allowPlainHttp: true }) : null;
  } catch (thrown) {
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}

/**
 * Returns for each entry whether it would be added to the records. Entries without encryption are, if the user allows them. `mayAdd` is whether the
 * machine's policy allows a server.
 */
export function sortEntries(
  entries: readonly ImportEntry[],
  records: readonly ConnectionRecord[],
  allowPlainHttp: boolean,
  mayAdd: (baseUrl: string) => boolean,
): readonly SortedEntry[] {
  const known = new Set(records.map(identity));
  let room = maxConnections - records.length;
  const reasonOf = ({ draft }: ImportEntry): SkipReason | null => {
    if (draft === null) return 'invalid';
    if (known.has(identity(draft.fields))) return 'duplicate';
    if (!allowPlainHttp && isPlain(draft.fields.baseUrl)) return 'not-secure';
    if (!mayAdd(draft.fields.baseUrl)) return 'not-allowed';
    if (room <= 0) return 'too-many';
    known.add(identity(draft.fields));
    room -= 1;
    return null;
  };
  return entries.map((entry, index) => ({ ...entry, index, skip: reasonOf(entry) }));
}

/** Whether the records contain the connection. The same project with another name is a separate connection. */
export function isKnown(records: readonly ConnectionRecord[], draft: CheckedDraft): boolean {
  return records.some((record) => identity(record) === identity(draft.fields));
}

function isPlain(baseUrl: string): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'http:' && !isLoopback(url);
}

function identity({ baseUrl, projectId, name }: Pick<ConnectionRecord, 'baseUrl' | 'projectId' | 'name'>): string {
  return JSON.stringify([baseUrl, projectId, name]);
}
