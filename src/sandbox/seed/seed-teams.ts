/** Seeds teams and memberships. */
import type { Store } from '../database/database';
import { type Random, uuid } from '../random';
import { insertTeam, updateTeam } from '../stores/team-store';
import { draw } from './repeatable-random';

const names = [
  'Analytical Engines',
  'Difference Engine No. 2',
  'Punched Cards',
  'Store & Mill',
  'Bernoulli Numbers',
  'Jacquard Looms',
  'Research',
  'Customer Care',
  'Operations',
  'فريق الترجمة',
  "Ladies' Diary Puzzle Club",
  'The Society for the Publication of Scientific Memoirs and Notes by the Translator',
];

/** Only the first users join teams, so that member lists stay short. */
export const membersFrom = 1500;

/** Stores 12 teams and gives most users one or two. Half of the members have their first one selected. */
export function seedTeams(store: Store, project: number, now: number, chance: Random): void {
  const keys = names.map((displayName, index) =>
    insertTeam(store, { id: uuid(chance), project, displayName, createdAt: now - (89 - index * 6) * 86_400_000 }),
  );
  const first = Math.min(...keys);
  updateTeam(store, first, {
    client_metadata: JSON.stringify({ motto: 'Weaves algebraical patterns' }),
    client_read_only_metadata: JSON.stringify({ plan: 'team' }),
    server_metadata: JSON.stringify({ customer_number: 1843 }),
  });
  const firstUser = store.one<{ key: number }>('SELECT min(key) AS key FROM users WHERE project = ?', [project])?.key ?? 0;
  const join = (team: string, condition: string) =>
    store.script(`INSERT OR IGNORE INTO memberships (team, user, joined_at)
      SELECT ${team}, u.key, max(t.created_at, u.signed_up_at) + ${draw('u.key', 22, 3_600_000)}
      FROM users u JOIN teams t ON t.key = ${team}
      WHERE u.project = ${project} AND u.key < ${firstUser + membersFrom} AND u.is_anonymous = 0 AND ${condition}`);
  join(`${first}`, `u.key <= ${firstUser + 7}`);
  join(`${first} + 1`, `u.key = ${firstUser}`);
  join(`${first} + ${draw('u.key', 20, names.length)}`, `${draw('u.key', 19, 10)} < 7`);
  join(`${first} + ${draw('u.key', 21, names.length)}`, `${draw('u.key', 23, 10)} < 3`);
  store.script(`UPDATE users SET selected_team = (SELECT min(team) FROM memberships m WHERE m.user = users.key)
    WHERE project = ${project} AND key < ${firstUser + membersFrom} AND (key = ${firstUser} OR ${draw('key', 24, 2)} = 1)`);
}
