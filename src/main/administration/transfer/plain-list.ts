/** Exports and imports connections as text: never with keys, and imported text is not trusted. */
import { z } from 'zod';
import type { SkippedEntry } from '#contract/bridge/skipped-entry.ts';
import { AppError, fail } from '#contract/errors.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import type { ConnectionRecord } from '../../records/connections-file';
import type { CheckedFields } from '../../records/draft';
import { entryOf, plainEntry, readEntry, sortEntries } from './import-entries';

const format = 'latchkey/connections-export';
const version = 1;

const heading = z.object({ format: z.literal(format), version: z.int().min(1) });
const envelope = z.strictObject({ ...heading.shape, connections: z.array(z.unknown()) });

export interface Import {
  readonly added: CheckedFields[];
  readonly skipped: SkippedEntry[];
}

/** Returns the exported text of all connections except those to the sandbox. */
export function exportText(records: readonly ConnectionRecord[]): string {
  const connections = records.flatMap((record) => entryOf(record) ?? []);
  return `${JSON.stringify({ format, version, connections }, null, 2)}\n`;
}

/**
 * Returns the connections that an exported text would add to the records, and those that it would not. Invalid entries are skipped
 * individually, and so are unencrypted connections unless the user allows them, which the text itself can't do. Throws `import-unreadable`
 * and `import-newer`.
 */
export function readImport(
  text: string,
  records: readonly ConnectionRecord[],
  allowPlainHttp = false,
  mayAdd: (baseUrl: string) => boolean = () => true,
): Import {
  const entries = entriesOf(text).map((item) => readEntry(item, plainEntry));
  const result: Import = { added: [], skipped: [] };
  for (const { index, name, draft, skip } of sortEntries(entries, records, allowPlainHttp, mayAdd)) {
    if (skip !== null) result.skipped.push({ index, name, reason: skip });
    else if (draft !== null) result.added.push(draft.fields);
  }
  return result;
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const value = parseJson(text);
    if (heading.parse(value).version > version) throw fail('import-newer');
    return envelope.parse(value).connections;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : fail('import-unreadable');
  }
}
