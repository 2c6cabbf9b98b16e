/** Store of files that are read by their URL, such as images (wire/newer 2.2, 2.8.28). */
import type { Store } from '../database/database';

interface StoredFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function insertFile(store: Store, id: string, { type, bytes }: StoredFile): void {
  store.run('INSERT INTO files (id, type, bytes) VALUES (?, ?, ?)', [id, type, bytes]);
}

export function findFile(store: Store, id: string): StoredFile | undefined {
  return store.one<StoredFile>('SELECT type, bytes FROM files WHERE id = ?', [id]);
}

const folder = '/files/';

/** Returns what is stored of a file's URL: several processes, each with a port of its own, may serve the same data. */
export function pathOfFile(id: string): string {
  return `${folder}${id}`;
}

/** Returns a URL as it is stored: without the base URL, if it is that of a file which is sent back. */
export function storedUrl(baseUrl: string, url: string): string {
  return url.startsWith(`${baseUrl}${folder}`) ? url.slice(baseUrl.length) : url;
}

/** Returns a stored URL as it is shown: that of a file below the base URL. */
export function shownUrl<U extends string | null>(baseUrl: string, url: U): U | string {
  return url?.startsWith(folder) === true ? `${baseUrl}${url}` : url;
}

/** Table of files. */
export const fileTables = `
CREATE TABLE IF NOT EXISTS files (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, bytes BLOB NOT NULL);
`;
