/** The owner of a project, whose session opens a connection without keys (wire/flows 15). */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionRecord } from './connections-file';
import { serverOf } from './destination';

type Owner = NonNullable<ConnectionRecord['owner']>;

/** Returns the credential that the user of an account on project `internal` is. */
export function ownerOf({ connectionId, userId, displayName, primaryEmail }: Account): Owner {
  return { kind: 'owner', internalConnectionId: connectionId, userId, name: displayName ?? primaryEmail };
}

/** Whether a credential is the user of an account. */
export function isOwner({ internalConnectionId, userId }: Owner, account: Account): boolean {
  return account.connectionId === internalConnectionId && account.userId === userId;
}

/** Whether no sign-in can restore the owner: their user is unknown, or the connection to their server was removed. */
export function isOrphaned(record: ConnectionRecord, records: readonly ConnectionRecord[]): boolean {
  const { owner } = record;
  if (owner === null) return false;
  const internal = records.find(({ id }) => id === owner.internalConnectionId);
  return owner.userId === null || internal === undefined || serverOf(internal) !== serverOf(record);
}

/** Returns the orphaned records on the server that an account is signed in to through project `internal`. */
export function orphansFor(account: Account, records: readonly ConnectionRecord[]): ConnectionRecord[] {
  const internal = records.find(({ id, projectId }) => id === account.connectionId && projectId === 'internal');
  if (internal === undefined) return [];
  return records.filter((record) => serverOf(record) === serverOf(internal) && isOrphaned(record, records));
}

/** Gives the orphaned records among an account's projects to its user. */
export function withAdopted(records: readonly ConnectionRecord[], account: Account, projectIds: ReadonlySet<string>): ConnectionRecord[] {
  const adopted = new Set(orphansFor(account, records).filter(({ projectId }) => projectIds.has(projectId)));
  return records.map((record) => (adopted.has(record) ? { ...record, owner: ownerOf(account) } : record));
}

/** Finds the users of the accounts that older files named as owners. An account that is not there may come yet. */
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
 * Returns the record that opens the wanted one's project already, so that there is one for each owner: that of the same owner, or of
 * another one who is signed in on the same connection. One whose owner has signed out is taken over. Undefined where there is none.
 */
export function openedBefore(
  records: readonly ConnectionRecord[],
  wanted: ConnectionRecord & { readonly owner: Owner },
  accounts: readonly Account[],
): ConnectionRecord | undefined {
  const { owner } = wanted;
  const owned = records.flatMap((record) => {
    const isSame = record.projectId === wanted.projectId && serverOf(record) === serverOf(wanted);
    return isSame && record.owner !== null ? [{ record, of: record.owner }] : [];
  });
  const own = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && of.userId === owner.userId);
  if (own !== undefined) return { ...own.record, owner };
  const isSignedIn = (of: Owner) => accounts.some((account) => isOwner(of, account) && account.state !== 'invalid');
  const living = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && isSignedIn(of));
  if (living !== undefined) return living.record;
  const ended = owned.find(({ of }) => !isSignedIn(of));
  return ended && { ...ended.record, owner };
}
