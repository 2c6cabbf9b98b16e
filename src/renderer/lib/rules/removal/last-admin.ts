/** Teams that would be left without a member who can manage them. */
import { type GrantDraft, type Grants, grantsOf, withChanges } from '../grant-changes';
import type { PermissionGraph } from '../permission-graph';
import type { TeamRight } from '../team-rights';

/** The permissions that make a member an admin of the team. */
const adminRights: readonly TeamRight[] = ['$update_team', '$delete_team', '$remove_members', '$invite_members', '$manage_api_keys'];

/** Whether a user has a permission to manage the team, among those that were granted or come with others. */
export function isTeamAdmin(permissions: Iterable<string>): boolean {
  return [...permissions].some((id) => (adminRights as readonly string[]).includes(id));
}

/** Whether a permission to manage the team, which a member has in `before`, is one that no member has in `after`. */
export function losesLastAdmin(before: Grants, after: Grants): boolean {
  const has = (grants: Grants, right: string) => [...grants.values()].some((ids) => ids.has(right));
  return adminRights.some((right) => has(before, right) && !has(after, right));
}

/** Whether no other member could manage the team without this one. `all` includes the permissions that come with others. */
export function isLastAdmin(all: Grants, userId: string): boolean {
  return losesLastAdmin(all, new Map([...all].filter(([id]) => id !== userId)));
}

/** Returns grants with everything that they contain. */
export function withContents(grants: Grants, { closureOf }: Pick<PermissionGraph, 'closureOf'>): Grants {
  return new Map([...grants].map(([userId, ids]) => [userId, new Set([...ids].flatMap((id) => [id, ...closureOf(id)]))]));
}

/** Returns grants after the changes of a draft. */
export function draftedGrants(stored: Grants, { changes }: Pick<GrantDraft, 'changes'>): Grants {
  const userIds = new Set([...stored.keys(), ...changes.map(({ userId }) => userId)]);
  const changesOf = (userId: string) => changes.filter((change) => change.userId === userId);
  return new Map([...userIds].map((userId) => [userId, withChanges(grantsOf(stored, userId), changesOf(userId))]));
}
