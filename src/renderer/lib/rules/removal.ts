/** Teams that would be left without a member who can manage them. */

import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection, KnownFeatures } from '#contract/bridge/connections.ts';
import type { ClientUser, ContactChannel } from '#contract/service/models/user-models.ts';
import type { PermissionGraph } from './permission-graph';
import { type GrantDraft, type Grants, grantsOf, withChanges } from './team-rights';

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

/** What becomes of the previous primary address. */
export const oldEmailFates = ['remove', 'off', 'keep'] as const;
export type OldEmailFate = (typeof oldEmailFates)[number];

/**
 * Whether the service keeps the previous address of a user whose primary email is replaced or cleared. Undefined while unknown. Users
 * can be restricted from the same release on, so that a user's fields show it as well.
 */
export function keepsOldEmail(features: KnownFeatures | null | undefined, user: Pick<ClientUser, 'is_restricted'>): boolean | undefined {
  return features?.['old-email-kept'] ?? (user.is_restricted === undefined ? undefined : true);
}

/** Returns the address that was primary, if the user still has it. */
export function findOldEmail(emails: readonly ContactChannel[], value: string): ContactChannel | undefined {
  const folded = value.trim().toLowerCase();
  return emails.find((email) => !email.is_primary && email.value.toLowerCase() === folded);
}

/** `self`: the user is signed in here. `owner`: projects were opened as this user, who owns them. */
export type UserRisk = { readonly kind: 'self' } | { readonly kind: 'owner'; readonly projects: readonly string[] };

type Project = Pick<Connection, 'id' | 'baseUrl' | 'projectId'>;
type Owned = Project & Pick<Connection, 'name'> & { readonly credentials: Pick<Connection['credentials'], 'owner'> };

/** Returns the risks of removing a user of the project that a connection points to. Several connections can point to one project. */
export function userRisks(
  userId: string,
  { baseUrl, projectId }: Project,
  connections: readonly Owned[],
  accounts: readonly Pick<Account, 'connectionId' | 'userId' | 'impersonationId'>[],
): readonly UserRisk[] {
  const same = new Set(connections.filter((one) => one.baseUrl === baseUrl && one.projectId === projectId).map(({ id }) => id));
  const isSelf = accounts.some((one) => same.has(one.connectionId) && one.userId === userId && one.impersonationId === undefined);
  const owned = connections.filter(({ credentials: { owner } }) => owner?.userId === userId && same.has(owner.internalConnectionId));
  return [
    ...(isSelf ? [{ kind: 'self' } as const] : []),
    ...(owned.length > 0 ? [{ kind: 'owner', projects: owned.map(({ name }) => name) } as const] : []),
  ];
}
