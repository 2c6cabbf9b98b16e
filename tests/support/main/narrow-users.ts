import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { UserField } from '#contract/workers/library.ts';

/** Returns what the index returns of users when only some fields are wanted. */
export function narrowUsers(users: readonly ServerUser[], fields: readonly UserField[] | undefined): readonly ServerUser[] {
  if (fields === undefined) return users;
  const kept = new Set<string>(['id', 'primary_email', 'display_name', ...fields]);
  return users.map((user) => Object.fromEntries(Object.entries(user).filter(([field]) => kept.has(field))) as ServerUser);
}
