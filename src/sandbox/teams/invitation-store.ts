/** Store of pending team invitations, which are verification codes (wire/endpoints 5.4). */
import type { Store } from '../database/database';

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
