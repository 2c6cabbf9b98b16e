/** What else it means for the user of Latchkey that a user is deleted or loses access. */
import type { Account } from '../../../../contract/bridge/accounts';
import type { Connection } from '../../../../contract/bridge/connections';

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
