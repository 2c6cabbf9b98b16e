/** Store of memberships and member profiles (wire/endpoints 5.2 and 5.3). */
import type { Store, Value } from '../database/database';

/** Row keys of a membership. */
export interface MembershipRow {
  readonly team: number;
  readonly user: number;
}

/** A member's profile in a team. Missing values are the user's own. */
export interface ProfileRow extends MembershipRow {
  readonly team_id: string;
  readonly user_id: string;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
}

export function insertMembership(store: Store, team: number, user: number, joinedAt: number): void {
  store.run('INSERT INTO memberships (team, user, joined_at) VALUES (?, ?, ?)', [team, user, joinedAt]);
}

/** Returns the membership of a user in a team, if both exist in the project and belong together. */
export function findMembership(store: Store, project: number, teamId: string, userId: string): MembershipRow | undefined {
  return store.one<MembershipRow>(
    `SELECT m.team, m.user FROM teams t CROSS JOIN users u ON u.id = ? CROSS JOIN memberships m ON m.team = t.key AND m.user = u.key
     WHERE t.id = ? AND t.project = ?`,
    [userId.toLowerCase(), teamId.toLowerCase(), project],
  );
}

/** Deletes a membership with its permissions, and deselects the team. */
export function deleteMembership(store: Store, { team, user }: MembershipRow): void {
  store.run('DELETE FROM memberships WHERE team = ? AND user = ?', [team, user]);
  store.run('UPDATE users SET selected_team = NULL WHERE key = ? AND selected_team = ?', [user, team]);
}

/** Returns profiles of a project's members in joining order, optionally only of a team or a user. */
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

/** Updates a member's profile. An image of null restores the user's own. */
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

/** Data of a code for `team-invitation`. */
export interface InvitationCode {
  readonly team_id: string;
  readonly email: string;
}

export interface InvitationRow {
  readonly id: string;
  readonly code: string;
  readonly team_id: string;
  readonly team_display_name: string;
  readonly recipient_email: string;
  readonly expires_at_millis: number;
}

const select = `SELECT c.id, c.code, t.id AS team_id, t.display_name AS team_display_name,
    json_extract(c.data, '$.email') AS recipient_email, c.expires_at AS expires_at_millis
  FROM verification_codes c JOIN teams t ON t.id = json_extract(c.data, '$.team_id')
  WHERE c.purpose = 'team-invitation' AND c.project = :project AND c.used_at IS NULL AND c.expires_at > :now`;
const order = 'ORDER BY c.created_at, c.id';

/** Returns a team's pending invitations, oldest first. */
export function listInvitations(store: Store, project: number, teamId: string, now: number): InvitationRow[] {
  const sql = `${select} AND json_extract(c.data, '$.team_id') = :team ${order}`;
  return store.all<InvitationRow>(sql, { project, now, team: teamId.toLowerCase() });
}

/** Returns pending invitations to the user's verified emails, oldest first. */
export function listInvitationsOf(store: Store, project: number, user: number, now: number): InvitationRow[] {
  const sql = `${select} AND json_extract(c.data, '$.email') IN
    (SELECT value FROM contact_channels WHERE user = :user AND type = 'email' AND is_verified = 1) ${order}`;
  return store.all<InvitationRow>(sql, { project, now, user });
}

/** Deletes an invitation. Returns false if the team has none with this ID. */
export function deleteInvitation(store: Store, project: number, teamId: string, id: string): boolean {
  const sql = `DELETE FROM verification_codes WHERE id = ? AND project = ? AND purpose = 'team-invitation'
    AND json_extract(data, '$.team_id') = ?`;
  return store.run(sql, [id.toLowerCase(), project, teamId.toLowerCase()]) > 0;
}
