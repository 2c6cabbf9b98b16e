/** Permissions of the service that decide what a member may do in a team (wire/endpoints 6.1). */
export const teamRights = [
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
] as const;
export type TeamRight = (typeof teamRights)[number];

/** What the service requires for each action of a member (wire/endpoints 5). */
export const neededRights = {
  updateTeam: ['$update_team'],
  deleteTeam: ['$delete_team'],
  readMembers: ['$read_members'],
  removeMembers: ['$remove_members'],
  invite: ['$invite_members'],
  readInvitations: ['$read_members', '$invite_members'],
  revokeInvitations: ['$remove_members'],
  manageKeys: ['$manage_api_keys'],
} as const satisfies Readonly<Record<string, readonly TeamRight[]>>;
export type TeamAction = keyof typeof neededRights;

/** What may be done in a team. */
export interface TeamAccess {
  /** Returns why it may not be done, or undefined if it may. Reading isn't affected by the connection's safety level. */
  readonly lack: (action: TeamAction) => string | undefined;
  /** Returns why a control of the action is disabled, or undefined if it isn't. */
  readonly block: (action: TeamAction) => string | undefined;
  /** Why nothing can be changed at all. */
  readonly readOnly: string | undefined;
}

/** Returns the first permission that is missing for an action, or null if none is. */
export function missingRight(action: TeamAction, granted: ReadonlySet<string>): TeamRight | null {
  return neededRights[action].find((right) => !granted.has(right)) ?? null;
}
