/** Store of email drafts (wire/later 4). */
import type { Store } from '../database/database';

export interface DraftRow {
  readonly id: string;
  readonly display_name: string;
  readonly tsx_source: string;
  /** ID of a theme, `false` for none, or null for the project's. */
  readonly theme: string | null;
  readonly sent_at: number | null;
}

export function listDrafts(store: Store, project: number): DraftRow[] {
  return store.all<DraftRow>('SELECT * FROM email_drafts WHERE project = ? ORDER BY updated_at DESC, key DESC', [project]);
}

export function findDraft(store: Store, project: number, id: string): DraftRow | undefined {
  return store.one<DraftRow>('SELECT * FROM email_drafts WHERE project = ? AND id = ?', [project, id.toLowerCase()]);
}

export function insertDraft(store: Store, project: number, draft: Omit<DraftRow, 'sent_at'>, now: number): void {
  store.run('INSERT INTO email_drafts (id, project, display_name, tsx_source, theme, updated_at) VALUES (?, ?, ?, ?, ?, ?)', [
    draft.id,
    project,
    draft.display_name,
    draft.tsx_source,
    draft.theme,
    now,
  ]);
}

export function updateDraft(store: Store, { id, display_name, tsx_source, theme }: Omit<DraftRow, 'sent_at'>, now: number): void {
  store.run('UPDATE email_drafts SET display_name = ?, tsx_source = ?, theme = ?, updated_at = ? WHERE id = ?', [
    display_name,
    tsx_source,
    theme,
    now,
    id,
  ]);
}

export function markDraftSent(store: Store, id: string, now: number): void {
  store.run('UPDATE email_drafts SET sent_at = ?, updated_at = ? WHERE id = ?', [now, now, id]);
}

export function deleteDraft(store: Store, id: string): void {
  store.run('DELETE FROM email_drafts WHERE id = ?', [id]);
}

export const draftTables = `
CREATE TABLE IF NOT EXISTS email_drafts (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT NOT NULL, tsx_source TEXT NOT NULL, theme TEXT, sent_at INTEGER, updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS email_drafts_by_project ON email_drafts(project, updated_at);
`;
