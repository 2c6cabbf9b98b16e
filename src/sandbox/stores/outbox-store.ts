/** Store of the outbox: every email of a project from 2.8.59 on, with its state (wire/later 5). */
import type { Store, Value } from '../database/database';

export type OutboxState = 'scheduled' | 'sending' | 'sent' | 'render-error' | 'server-error' | 'skipped';

export interface OutboxRow {
  readonly key: number;
  readonly id: string;
  readonly project: number;
  readonly state: OutboxState;
  readonly is_paused: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly scheduled_at: number;
  readonly rendered_at: number | null;
  readonly sending_at: number | null;
  /** When it was delivered, failed or was skipped. */
  readonly ended_at: number | null;
  readonly tsx_source: string;
  readonly theme_id: string | null;
  /** JSON. */
  readonly recipient: string;
  /** JSON. */
  readonly variables: string;
  readonly skips_check: number;
  readonly is_high_priority: number;
  readonly category_id: string;
  readonly draft_id: string | null;
  readonly template_id: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Text of the rendering or server error, or reason for skipping. */
  readonly problem: string | null;
  /** JSON list of failed attempts. */
  readonly attempts: string;
  readonly next_retry_at: number | null;
}

export type OutboxChange = Partial<Omit<OutboxRow, 'key' | 'id' | 'project' | 'created_at'>>;
type NewEmail = Omit<OutboxRow, 'key' | 'rendered_at' | 'sending_at' | 'ended_at' | 'problem' | 'attempts' | 'next_retry_at'>;

export function insertOutboxEmail(store: Store, email: NewEmail): OutboxRow {
  const columns = Object.keys(email);
  store.run(
    `INSERT INTO outbox (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    Object.values(email as Readonly<Record<string, Value>>),
  );
  return requireRow(findOutboxEmail(store, email.project, email.id));
}

export function findOutboxEmail(store: Store, project: number, id: string): OutboxRow | undefined {
  return store.one<OutboxRow>('SELECT * FROM outbox WHERE project = ? AND id = ?', [project, id.toLowerCase()]);
}

/** Changes an email and returns it. */
export function changeOutboxEmail(store: Store, { key }: Pick<OutboxRow, 'key'>, change: OutboxChange): OutboxRow {
  const named = Object.entries(change as Readonly<Record<string, Value>>);
  store.run(`UPDATE outbox SET ${named.map(([column]) => `${column} = ?`).join(', ')} WHERE key = ?`, [
    ...named.map(([, value]) => value),
    key,
  ]);
  return requireRow(store.one<OutboxRow>('SELECT * FROM outbox WHERE key = ?', [key]));
}

/** Marks an email as being sent. Returns false if another process or request is ahead, or it has been changed. */
export function claimOutboxEmail(store: Store, { key, updated_at }: OutboxRow, now: number): boolean {
  const sql = `UPDATE outbox SET state = 'sending', sending_at = :now WHERE key = :key AND state = 'scheduled' AND is_paused = 0 AND updated_at = :updated`;
  return store.run(sql, { now, key, updated: updated_at }) === 1;
}

/** Returns the emails of a project, or of all projects, that are due, in the order of the queue (wire/later 5). */
export function dueOutboxEmails(store: Store, now: number, project?: number): OutboxRow[] {
  return store.all<OutboxRow>(
    `SELECT * FROM outbox WHERE state = 'scheduled' AND is_paused = 0 AND scheduled_at <= :now AND coalesce(next_retry_at, 0) <= :now
       AND (:project IS NULL OR project = :project)
     ORDER BY is_high_priority DESC, scheduled_at, key`,
    { now, project: project ?? null },
  );
}

/** Ends emails that began to be sent before `since`, whose process has gone. */
export function endStuckEmails(store: Store, since: number, now: number, problem: string): void {
  const sql = `UPDATE outbox SET state = 'server-error', problem = ?, ended_at = ?, updated_at = ? WHERE state = 'sending' AND sending_at < ?`;
  store.run(sql, [problem, now, now, since]);
}

export interface OutboxFilter {
  readonly project: number;
  /** Key of the first email. */
  readonly from?: number | undefined;
  /** Whether the email is paused. */
  readonly isPaused?: boolean | undefined;
  /** States of which it has one, whether or not it is paused. */
  readonly states?: readonly string[] | undefined;
  readonly limit: number;
}

/** Returns the emails that a filter lets through, newest first. */
export function listOutboxEmails(store: Store, { project, from, isPaused, states, limit }: OutboxFilter): OutboxRow[] {
  const sql = `SELECT * FROM outbox WHERE project = :project AND (:from IS NULL OR key <= :from)
      AND (:paused IS NULL OR is_paused = :paused) AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
    ORDER BY key DESC LIMIT :limit`;
  return store.all<OutboxRow>(sql, {
    project,
    from: from ?? null,
    paused: isPaused === undefined ? null : Number(isPaused),
    states: states === undefined ? null : JSON.stringify(states),
    limit,
  });
}

/** Returns how many emails were sent since a time. */
export function countSentSince(store: Store, project: number, since: number): number {
  const sql = "SELECT count(*) AS count FROM outbox WHERE project = ? AND state = 'sent' AND ended_at >= ?";
  return store.one<{ count: number }>(sql, [project, since])?.count ?? 0;
}

function requireRow(row: OutboxRow | undefined): OutboxRow {
  if (row === undefined) throw new Error('The email is gone.');
  return row;
}

export const outboxTables = `
CREATE TABLE IF NOT EXISTS outbox (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  state TEXT NOT NULL, is_paused INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  scheduled_at INTEGER NOT NULL, rendered_at INTEGER, sending_at INTEGER, ended_at INTEGER,
  tsx_source TEXT NOT NULL, theme_id TEXT, recipient TEXT NOT NULL, variables TEXT NOT NULL, skips_check INTEGER NOT NULL DEFAULT 0,
  is_high_priority INTEGER NOT NULL DEFAULT 0, category_id TEXT NOT NULL, draft_id TEXT, template_id TEXT,
  subject TEXT NOT NULL, html TEXT NOT NULL, text TEXT NOT NULL, problem TEXT, attempts TEXT NOT NULL DEFAULT '[]', next_retry_at INTEGER
);
CREATE INDEX IF NOT EXISTS outbox_by_project ON outbox(project, key);
CREATE INDEX IF NOT EXISTS outbox_by_state ON outbox(state, scheduled_at);
`;
