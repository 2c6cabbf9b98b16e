/** Store of the overrides of projects' configurations, one for each level, as they were written (wire/later 7). */
import type { ConfigLevel } from '#contract/service/config.ts';
import type { Store } from '../database/database';

export type ConfigOverride = Readonly<Record<string, unknown>>;

/** Returns the override of a level, empty if there is none. */
export function readOverride(store: Store, project: number, level: ConfigLevel): ConfigOverride {
  const row = store.one<{ override: string }>('SELECT override FROM config_overrides WHERE project = ? AND level = ?', [project, level]);
  return row === undefined ? {} : JSON.parse(row.override);
}

export function writeOverride(store: Store, project: number, level: ConfigLevel, override: ConfigOverride): void {
  store.run('INSERT OR REPLACE INTO config_overrides (project, level, override) VALUES (?, ?, ?)', [
    project,
    level,
    JSON.stringify(override),
  ]);
}

/** Whether a level of the project was written. */
export function hasOverride(store: Store, project: number, level: ConfigLevel): boolean {
  return store.one('SELECT 1 FROM config_overrides WHERE project = ? AND level = ?', [project, level]) !== undefined;
}

/** Returns where the branch level comes from, as JSON; undefined if it isn't linked. */
export function readConfigSource(store: Store, project: number): string | undefined {
  return store.one<{ source: string }>('SELECT source FROM config_sources WHERE project = ?', [project])?.source;
}

/** Stores where the branch level comes from; null removes it. */
export function writeConfigSource(store: Store, project: number, source: string | null): void {
  if (source === null) store.run('DELETE FROM config_sources WHERE project = ?', [project]);
  else store.run('INSERT OR REPLACE INTO config_sources (project, source) VALUES (?, ?)', [project, source]);
}

/** Tables of configurations. */
export const configTables = `
CREATE TABLE IF NOT EXISTS config_overrides (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, level TEXT NOT NULL, override TEXT NOT NULL,
  PRIMARY KEY (project, level)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS config_sources (
  project INTEGER PRIMARY KEY REFERENCES projects(key) ON DELETE CASCADE, source TEXT NOT NULL
);
`;
