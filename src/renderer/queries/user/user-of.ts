import { queryKeys } from '../cache/keys';

/** Whose data a call is about, and by which right. */
export type UserOf =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string; readonly userId: string };

type Caller =
  | { readonly actor: 'account'; readonly connectionId: string; readonly accountId: string }
  | { readonly actor: 'project'; readonly connectionId: string };

/** Returns the part of a call that says who makes it. */
export function callerFor(of: UserOf): Caller {
  const { actor, connectionId } = of;
  return actor === 'account' ? { actor, connectionId, accountId: of.accountId } : { actor, connectionId };
}

/** Returns the user's ID in a call. An account's own user is `me`. */
export function userIdFor(of: UserOf): string {
  return of.actor === 'account' ? 'me' : of.userId;
}

/** Returns the key under which the user is cached. */
export function userKey(of: UserOf) {
  return of.actor === 'account' ? queryKeys.ownUser(of.connectionId, of.accountId) : queryKeys.user(of.connectionId, of.userId);
}
