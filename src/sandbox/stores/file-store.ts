/** Store of files that are read by their URL, such as images (wire/newer 2.2, 2.8.28). */
import type { Store } from '../database/database';
import { readSetting, writeSetting } from '../database/settings';

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

/** Returns the URL of a file. */
export function fileUrl(baseUrl: string, id: string): string {
  return `${baseUrl}/files/${id}`;
}

const setting = 'files_url';

/** Has the URLs of files lead to the base URL, which is another one after a start on another port. */
export function moveFiles(store: Store, baseUrl: string): void {
  store.transaction(() => {
    const before = fileUrl(readSetting(store, setting) ?? baseUrl, '');
    const after = fileUrl(baseUrl, '');
    writeSetting(store, setting, baseUrl);
    if (before === after || store.one('SELECT 1 FROM files LIMIT 1') === undefined) return;
    for (const table of ['users', 'teams', 'memberships']) {
      const sql = `UPDATE ${table} SET profile_image_url = :after || substr(profile_image_url, length(:before) + 1)
        WHERE substr(profile_image_url, 1, length(:before)) = :before`;
      store.run(sql, { before, after });
    }
    store.run('UPDATE projects SET appearance = replace(appearance, ?, ?)', [`:"${before}`, `:"${after}`]);
  });
}

/** Table of files. */
export const fileTables = `
CREATE TABLE IF NOT EXISTS files (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, bytes BLOB NOT NULL);
`;
