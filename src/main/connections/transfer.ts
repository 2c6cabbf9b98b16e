/** Exports and imports connections as text: never with keys, and imported text is not trusted. */
import { z } from 'zod';
import { colour, environment } from '../../contract/bridge/connection-choices';
import type { ConnectionDraft } from '../../contract/bridge/connection-draft';
import { safetyLevel } from '../../contract/bridge/safety';
import { AppError, fail } from '../../contract/errors';
import { maxConnections } from '../../contract/limits';
import { isLoopback } from '../../contract/loopback';
import type { ConnectionRecord } from './records/connections-file';
import { type CheckedFields, checkDraft } from './records/draft';

const format = 'latchkey/connections-export';
const version = 1;

const heading = z.object({ format: z.literal(format), version: z.int().min(1) });
const envelope = z.strictObject({ ...heading.shape, connections: z.array(z.unknown()) });

const entry = z.strictObject({
  name: z.string().trim().min(1).max(100),
  baseUrl: z.string().max(2000),
  projectId: z.string().max(200),
  environment,
  colour: colour.nullable(),
  handlerBase: z.string().max(200),
  safety: safetyLevel,
  group: z.string().trim().min(1).max(60).nullable(),
});
const named = z.object({ name: z.string() });

export interface Import {
  readonly added: CheckedFields[];
  readonly skipped: { index: number; name: string | null; reason: 'duplicate' | 'invalid' | 'not-secure' | 'too-many' }[];
}

/** Returns the exported text of all connections except those to the sandbox. */
export function exportText(records: readonly ConnectionRecord[]): string {
  const connections = records.flatMap(({ kind, name, baseUrl, projectId, environment, colour, handlerBase, safety, group }) => {
    if (kind !== 'project' || baseUrl === null) return [];
    return [{ name, baseUrl, projectId, environment, colour, handlerBase, safety, group }];
  });
  return `${JSON.stringify({ format, version, connections }, null, 2)}\n`;
}

/**
 * Returns the connections that an exported text would add to the records, and those that it would not. Invalid entries are skipped
 * individually, and so are unencrypted connections unless the user allows them, which the text itself can't do. Throws `import-unreadable`
 * and `import-newer`.
 */
export function readImport(text: string, records: readonly ConnectionRecord[], allowPlainHttp = false): Import {
  const known = new Set(records.map(identity));
  const result: Import = { added: [], skipped: [] };
  for (const [index, item] of entriesOf(text).entries()) {
    const fields = fieldsOf(item);
    const name = named.safeParse(item).data?.name.slice(0, 100) ?? null;
    const skip = (reason: Import['skipped'][number]['reason']) => result.skipped.push({ index, name, reason });
    if (fields === null) skip('invalid');
    else if (known.has(identity(fields))) skip('duplicate');
    else if (!allowPlainHttp && isPlain(fields.baseUrl)) skip('not-secure');
    else if (records.length + result.added.length >= maxConnections) skip('too-many');
    else {
      known.add(identity(fields));
      result.added.push(fields);
    }
  }
  return result;
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (heading.parse(value).version > version) throw fail('import-newer');
    return envelope.parse(value).connections;
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : fail('import-unreadable');
  }
}

function fieldsOf(item: unknown): CheckedFields | null {
  try {
    const found = entry.safeParse(item);
    return found.success ? checkDraft({ ...found.data, allowPlainHttp: true } satisfies ConnectionDraft).fields : null;
  } catch (thrown) {
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}

function isPlain(baseUrl: string): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'http:' && !isLoopback(url);
}

/** Returns a key that identifies a connection. The same project with another name is a separate connection. */
function identity({ baseUrl, projectId, name }: Pick<CheckedFields, 'projectId' | 'name'> & { baseUrl: string | null }): string {
  return JSON.stringify([baseUrl, projectId, name]);
}
