/** Table of projects. */
export const projectTables = `
CREATE TABLE IF NOT EXISTS projects (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, is_production_mode INTEGER NOT NULL DEFAULT 0, config TEXT NOT NULL, signing_key TEXT NOT NULL
);
`;
