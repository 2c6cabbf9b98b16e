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
const neededRights = {
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

/** Permissions of many users, and a draft of changes of them that follows what others change in the meantime. */

/** The permissions of each user. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

export interface GrantChange {
  readonly kind: 'grant' | 'revoke';
  readonly userId: string;
  readonly permissionId: string;
}

/** Changes, and what their users had when the first of theirs was made. */
export interface GrantDraft {
  readonly base: Grants;
  readonly changes: readonly GrantChange[];
}

export const emptyDraft: GrantDraft = { base: new Map(), changes: [] };

const none: ReadonlySet<string> = new Set();

/** Returns what a user was granted. */
export function grantsOf(grants: Grants, userId: string): ReadonlySet<string> {
  return grants.get(userId) ?? none;
}

/** Returns whether two changes are of the same permission of the same user. */
export function isSamePlace(one: GrantChange, other: GrantChange): boolean {
  return one.userId === other.userId && one.permissionId === other.permissionId;
}

/** Returns a user's permissions with the changes made to them. */
export function withChanges(granted: ReadonlySet<string>, changes: readonly GrantChange[]): ReadonlySet<string> {
  const result = new Set(granted);
  for (const { kind, permissionId } of changes) {
    if (kind === 'grant') result.add(permissionId);
    else result.delete(permissionId);
  }
  return result;
}

/** Returns the draft with the opposite of what is stored for one permission of a user, or without its change. */
export function toggleGrant(draft: GrantDraft, stored: Grants, userId: string, permissionId: string): GrantDraft {
  const kind = grantsOf(stored, userId).has(permissionId) ? 'revoke' : 'grant';
  const change: GrantChange = { kind, userId, permissionId };
  const others = draft.changes.filter((one) => !isSamePlace(one, change));
  const changes = others.length < draft.changes.length ? others : [...others, change];
  return { base: baseOf(draft.base, stored, changes), changes };
}

/** Returns the draft without the changes that are stored by now, made here or elsewhere. The same draft if there are none. */
export function settleDraft(draft: GrantDraft, stored: Grants): GrantDraft {
  const changes = draft.changes.filter((change) => !isStored(change, stored));
  if (changes.length === draft.changes.length) return draft;
  const settled = draft.changes.filter((change) => !changes.includes(change));
  const base = new Map(
    [...draft.base].map(
      ([userId, granted]) =>
        [
          userId,
          withChanges(
            granted,
            settled.filter((change) => change.userId === userId),
          ),
        ] as const,
    ),
  );
  return { base: baseOf(base, stored, changes), changes };
}

/** Returns what was changed elsewhere for the users of the draft since it was started. */
export function changesElsewhere({ base, changes }: GrantDraft, stored: Grants): readonly GrantChange[] {
  return [...base].flatMap(([userId, before]) => {
    const after = grantsOf(stored, userId);
    const granted = [...after].filter((id) => !before.has(id)).map((permissionId) => ({ kind: 'grant', userId, permissionId }) as const);
    const revoked = [...before].filter((id) => !after.has(id)).map((permissionId) => ({ kind: 'revoke', userId, permissionId }) as const);
    return [...granted, ...revoked].filter((theirs) => !changes.some((mine) => isSamePlace(mine, theirs)));
  });
}

/** Returns the draft as if it had been started from what is stored now. */
export function acceptStored({ changes }: GrantDraft, stored: Grants): GrantDraft {
  return { base: baseOf(new Map(), stored, changes), changes };
}

function isStored({ kind, userId, permissionId }: GrantChange, stored: Grants): boolean {
  return grantsOf(stored, userId).has(permissionId) === (kind === 'grant');
}

/** Keeps what users had who have a change already, and adds what others have. */
function baseOf(base: Grants, stored: Grants, changes: readonly GrantChange[]): Grants {
  return new Map(changes.map(({ userId }) => [userId, base.get(userId) ?? grantsOf(stored, userId)]));
}
