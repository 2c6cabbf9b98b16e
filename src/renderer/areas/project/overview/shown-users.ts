import type { ServerUser } from '#contract/service/models/user-models.ts';

/** Users in a list of the overview. */
const maxShown = 5;

/** Returns the users that a list of the overview shows. From 2.8.85 on, the service sends up to 100 (wire/corrections 2.8.86). */
export function shownUsers(users: readonly ServerUser[]): readonly ServerUser[] {
  return users.slice(0, maxShown);
}
