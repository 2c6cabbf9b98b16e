/** Store of the templates that a project has changed (wire/endpoints 9.2). */
import type { JsonValue } from '../../contract/service/models/fields';
import type { TemplateType } from '../../contract/service/models/mail-models';
import type { Store } from '../database/database';

interface OwnTemplate {
  readonly type: TemplateType;
  readonly subject: string;
  readonly content: JsonValue;
}

export function listOwnTemplates(store: Store, project: number): OwnTemplate[] {
  const rows = store.all<OwnTemplate & { content: string }>('SELECT type, subject, content FROM email_templates WHERE project = ?', [
    project,
  ]);
  return rows.map((row) => ({ ...row, content: JSON.parse(row.content) }));
}

export function saveTemplate(store: Store, project: number, { type, subject, content }: OwnTemplate): void {
  store.run('INSERT OR REPLACE INTO email_templates (project, type, subject, content) VALUES (?, ?, ?, ?)', [
    project,
    type,
    subject,
    JSON.stringify(content),
  ]);
}

/** Deletes a template. Returns whether it existed. */
export function deleteTemplate(store: Store, project: number, type: TemplateType): boolean {
  return store.run('DELETE FROM email_templates WHERE project = ? AND type = ?', [project, type]) > 0;
}
