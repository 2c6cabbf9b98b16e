/** Who is in which team, and how they appear there (wire/endpoints 5.2 and 5.3). */
import type { Store, Value } from '../database/database';

/** A membership by keys. */
export interface MembershipRow {
  readonly team: number;
  readonly user: number;
}

/** How a member appears in a team; what is not set there is the user's own. */
export interface ProfileRow extends MembershipRow {
  readonly team_id: string;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
}

export function insertMembership(store: Store, team: number, user: number, joinedAt: number): void {
  store.run('INSERT INTO memberships (team, user, joined_at) VALUES (?, ?, ?)', [team, user, joinedAt]);
}

/** The membership of that user in that team, if both exist in the project and belong together. */
export function findMembership(store: Store, project: number, teamId: string, userId: string): MembershipRow | undefined {
  return store.one<MembershipRow>(
    `SELECT m.team, m.user FROM teams t CROSS JOIN users u ON u.id = ? CROSS JOIN memberships m ON m.team = t.key AND m.user = u.key
     WHERE t.id = ? AND t.project = ?`,
    [userId.toLowerCase(), teamId.toLowerCase(), project],
  );
}

/** Ends a membership with the permissions held through it; a team that was selected no longer is. */
export function deleteMembership(store: Store, { team, user }: MembershipRow): void {
  store.run('DELETE FROM memberships WHERE team = ? AND user = ?', [team, user]);
  store.run('UPDATE users SET selected_team = NULL WHERE key = ? AND selected_team = ?', [user, team]);
}

/** Profiles of a project's members in joining order; with a team or a user only those. */
export function listProfiles(
  store: Store,
  project: number,
  { team, user }: { readonly team?: number | undefined; readonly user?: number | undefined },
): ProfileRow[] {
  return store.all<ProfileRow>(
    `SELECT m.team, m.user, t.id AS team_id, u.id AS user_id, coalesce(m.display_name, u.display_name) AS display_name,
       coalesce(m.profile_image_url, u.profile_image_url) AS profile_image_url
     FROM teams t JOIN memberships m ON m.team = t.key JOIN users u ON u.key = m.user
     WHERE t.project = :project ${team === undefined ? '' : 'AND m.team = :team'} ${user === undefined ? '' : 'AND m.user = :user'}
     ORDER BY m.joined_at, m.team, m.user`,
    { project, ...(team === undefined ? {} : { team }), ...(user === undefined ? {} : { user }) },
  );
}

/** Changes how a member appears; an image of null is the user's own again. */
export function updateProfile(
  store: Store,
  { team, user }: MembershipRow,
  change: { readonly display_name?: string; readonly profile_image_url?: string | null },
): void {
  const named: [string, Value][] = Object.entries(change);
  if (named.length === 0) return;
  const assignments = named.map(([column]) => `${column} = ?`).join(', ');
  store.run(`UPDATE memberships SET ${assignments} WHERE team = ? AND user = ?`, [...named.map(([, value]) => value), team, user]);
}
