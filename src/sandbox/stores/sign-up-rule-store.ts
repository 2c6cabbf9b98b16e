/** Store of how often sign-up rules matched, by hour (wire/later 2). */
import type { Store } from '../database/database';

export const hourMillis = 3_600_000;

export interface TriggerCount {
  readonly rule_id: string;
  readonly action: string;
  /** Hours since the epoch. */
  readonly hour: number;
  readonly count: number;
}

/** Counts one match of a rule. */
export function countTrigger(store: Store, project: number, ruleId: string, action: string, now: number): void {
  store.run(
    `INSERT INTO sign_up_rule_triggers (project, rule_id, action, hour, count) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET count = count + 1`,
    [project, ruleId, action, Math.floor(now / hourMillis)],
  );
}

/** Returns all counts, by rule and then oldest first. */
export function listTriggers(store: Store, project: number): TriggerCount[] {
  return store.all<TriggerCount>(
    'SELECT rule_id, action, hour, count FROM sign_up_rule_triggers WHERE project = ? ORDER BY rule_id, hour',
    [project],
  );
}

/** Table of matches. */
export const signUpRuleTables = `
CREATE TABLE IF NOT EXISTS sign_up_rule_triggers (
  project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, rule_id TEXT NOT NULL, action TEXT NOT NULL,
  hour INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (project, rule_id, action, hour)
) WITHOUT ROWID;
`;
