/** Owners of projects, whose session a connection can use instead of keys (wire/flows 15). */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionRecord } from './connections-file';
import { serverOfRecord } from './destination';

type Owner = NonNullable<ConnectionRecord['owner']>;

/** Returns the owner credential for the user of an account on project `internal`. */
export function ownerOf({ connectionId, userId, displayName, primaryEmail }: Account): Owner {
  return { kind: 'owner', internalConnectionId: connectionId, userId, name: displayName ?? primaryEmail };
}

/** Whether an owner credential is for the user of an account. */
export function isOwner({ internalConnectionId, userId }: Owner, account: Account): boolean {
  return account.connectionId === internalConnectionId && account.userId === userId;
}

/** Whether no sign-in can restore the owner: the user is unknown, or the connection to their server was removed or points elsewhere. */
export function isOrphaned(record: ConnectionRecord, records: readonly ConnectionRecord[]): boolean {
  const { owner } = record;
  if (owner === null) return false;
  const internal = records.find(({ id }) => id === owner.internalConnectionId);
  return owner.userId === null || internal === undefined || serverOfRecord(internal) !== serverOfRecord(record);
}

/** Returns the orphaned records on the server that an account is signed in to through project `internal`. */
export function orphansFor(account: Account, records: readonly ConnectionRecord[]): ConnectionRecord[] {
  const internal = records.find(({ id, projectId }) => id === account.connectionId && projectId === 'internal');
  if (internal === undefined) return [];
  return records.filter((record) => serverOfRecord(record) === serverOfRecord(internal) && isOrphaned(record, records));
}

/** Assigns the orphaned records among an account's projects to its user. */
export function withAdopted(records: readonly ConnectionRecord[], account: Account, projectIds: ReadonlySet<string>): ConnectionRecord[] {
  const adopted = new Set(orphansFor(account, records).filter(({ projectId }) => projectIds.has(projectId)));
  return records.map((record) => (adopted.has(record) ? { ...record, owner: ownerOf(account) } : record));
}

/** Replaces owners that older files stored as accounts by their users. Accounts that don't exist yet may be added later. */
export function withFormerAccounts(records: readonly ConnectionRecord[], accounts: readonly Account[]): ConnectionRecord[] {
  return records.map((record) => {
    const former = accounts.find(({ id, connectionId }) => {
      const { formerAccountId, internalConnectionId } = record.owner ?? {};
      return id === formerAccountId && connectionId === internalConnectionId;
    });
    return former === undefined ? record : { ...record, owner: ownerOf(former) };
  });
}

/**
 * Returns the existing record for the same project and server, so that there is one for each owner: that of the same owner, or of another
 * owner who is signed in on the same connection. A record whose owner has signed out is taken over. Undefined if there is none.
 */
export function openedBefore(
  records: readonly ConnectionRecord[],
  wanted: ConnectionRecord & { readonly owner: Owner },
  accounts: readonly Account[],
): ConnectionRecord | undefined {
  const { owner } = wanted;
  const owned = records.flatMap((record) => {
    const isSame = record.projectId === wanted.projectId && serverOfRecord(record) === serverOfRecord(wanted);
    return isSame && record.owner !== null ? [{ record, of: record.owner }] : [];
  });
  const own = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && of.userId === owner.userId);
  if (own !== undefined) return { ...own.record, owner };
  const isSignedIn = (of: Owner) => accounts.some((account) => isOwner(of, account) && account.state !== 'invalid');
  const active = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && isSignedIn(of));
  if (active !== undefined) return active.record;
  const ended = owned.find(({ of }) => !isSignedIn(of));
  return ended && { ...ended.record, owner };
}
