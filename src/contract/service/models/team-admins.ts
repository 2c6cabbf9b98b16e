/** Who can manage a team, and whether it would be left without anyone who can. */
import type { BuiltInPermission } from './permission-ids';

/** The permissions of each user. */
type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** The permissions that make a member an admin of the team. */
const adminRights: readonly BuiltInPermission[] = [
  '$update_team',
  '$delete_team',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
];

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
