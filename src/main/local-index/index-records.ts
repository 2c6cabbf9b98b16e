/** `library.json`: which connections have an index, in which file, and where its key is. Contains no key. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const indexRecord = z.strictObject({
  connectionId: z.string(),
  /** The server and project of the connection when the index was turned on, and the project's ID at the service. */
  destination: z.string(),
  projectId: z.string(),
  /** The name of its file in the folder `library`. */
  name: z.string().regex(/^[0-9a-f]{32}$/),
  /** The item of the secret store that contains its key. */
  item: z.string(),
  /** Whether the user paused it. */
  isPaused: z.boolean(),
});
export type IndexRecord = z.output<typeof indexRecord>;

const libraryData = z.strictObject({
  indexes: z.array(indexRecord),
  /** Indexes that are turned off, whose file or key may still be there. */
  leftovers: z.array(indexRecord),
});
export type LibraryData = z.output<typeof libraryData>;

const noIndexes: LibraryData = { indexes: [], leftovers: [] };

export const libraryFileName = 'library.json';

/** Creates the access to the file. */
export function libraryFile(profileFolder: string, clock: Clock, onUnreadableFile: (what: UnreadableFile) => void): JsonFile<LibraryData> {
  const path = join(profileFolder, libraryFileName);
  return jsonFile({ path, format: 'latchkey/library', version: 1, schema: libraryData, initial: noIndexes }, clock, onUnreadableFile);
}

/** Returns the data with one more index. That of the same connection is replaced. */
export function withIndex(data: LibraryData, record: IndexRecord): LibraryData {
  const without = withoutIndex(data, record.connectionId);
  return { ...without, indexes: [...without.indexes, record] };
}

/** Returns the data without the index of a connection, which is left to be deleted. */
export function withoutIndex({ indexes, leftovers }: LibraryData, connectionId: string): LibraryData {
  const removed = indexes.filter((record) => record.connectionId === connectionId);
  return { indexes: indexes.filter((record) => record.connectionId !== connectionId), leftovers: [...leftovers, ...removed] };
}

/** Returns the data without what was left to be deleted. */
export function withoutLeftover({ indexes, leftovers }: LibraryData, name: string): LibraryData {
  return { indexes, leftovers: leftovers.filter((record) => record.name !== name) };
}

/** Returns the data with the index of a connection paused or not. */
export function withPause({ indexes, leftovers }: LibraryData, connectionId: string, isPaused: boolean): LibraryData {
  return { indexes: indexes.map((record) => (record.connectionId === connectionId ? { ...record, isPaused } : record)), leftovers };
}
