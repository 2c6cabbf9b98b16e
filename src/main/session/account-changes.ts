/** The steps of signing in and out as changes of the accounts file. */
import type { AccountRecord, AccountsData } from './accounts-file';

/** Returns the data without the token set among those being written or removed. */
export function withoutPending(data: AccountsData, tokenSet: string): AccountsData {
  const others = (names: readonly string[]) => names.filter((name) => name !== tokenSet);
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

/** Returns the data with the token set among those to be removed. */
export function withPendingCleanup(data: AccountsData, tokenSet: string): AccountsData {
  const rest = withoutPending(data, tokenSet);
  return { ...rest, leftovers: [...rest.leftovers, tokenSet] };
}

/** What a sign-in writes down. */
export type NewSession = Readonly<Pick<AccountRecord, 'connectionId' | 'userId' | 'handOvers' | 'tokenSet'>>;

export interface SignInChange {
  readonly data: AccountsData;
  readonly accountId: string;
  /** The user's account as it was before; null for a new one. */
  readonly replaced: AccountRecord | null;
}

/**
 * Gives the user of a connection the session, as the current account. An account that the user has already keeps its ID, and its
 * older token set is left over; a new one is named after its first token set. Null when another process took the half-written
 * token set for a crash's in the meantime: its secrets may be deleted.
 */
export function withSession(data: AccountsData, session: NewSession): SignInChange | null {
  if (!data.adding.includes(session.tokenSet)) return null;
  const { connectionId, userId, tokenSet } = session;
  const replaced = data.accounts.find((known) => known.connectionId === connectionId && known.userId === userId) ?? null;
  const known = replaced ?? { id: tokenSet, displayName: null, primaryEmail: null };
  const account: AccountRecord = { ...known, ...session, state: 'signed-in', current: true };
  const accounts = replaced ? data.accounts.map((other) => (other === replaced ? account : other)) : [...data.accounts, account];
  const next = { ...withoutPending(data, tokenSet), accounts: withCurrent(accounts, connectionId, account.id) };
  return { accountId: account.id, replaced, data: replaced ? withPendingCleanup(next, replaced.tokenSet) : next };
}

/** Marks the account of an ended session as invalid. An account that has another token set by now is left as it is. */
export function withEnded(data: AccountsData, tokenSet: string): AccountsData {
  const accounts = data.accounts.map((known) =>
    known.tokenSet === tokenSet ? { ...known, state: 'invalid' as const, handOvers: [] } : known,
  );
  return withPendingCleanup({ ...data, accounts }, tokenSet);
}

/** Removes the accounts that match; their token sets are left over. */
export function withoutAccounts(data: AccountsData, matches: (account: AccountRecord) => boolean): AccountsData {
  const removed = data.accounts.filter(matches);
  const kept = data.accounts.filter((account) => !matches(account));
  const accounts = removed.reduce((rest, { connectionId }) => withCurrent(rest, connectionId), kept);
  return removed.reduce((next, { tokenSet }) => withPendingCleanup(next, tokenSet), { ...data, accounts });
}

/** Takes over what the service says of a session's user. An account that another process has ended stays ended. */
export function withUser(all: readonly AccountRecord[], tokenSet: string, user: Partial<AccountRecord>): AccountRecord[] {
  return all.map((known) => (known.tokenSet === tokenSet && known.state !== 'invalid' ? { ...known, ...user } : known));
}

/**
 * Returns the same accounts with one current account in the connection: the wanted one if it is there, else the one that is, else the
 * first whose session has not ended, else the first.
 */
export function withCurrent(all: readonly AccountRecord[], connectionId: string, wanted?: string): AccountRecord[] {
  const own = all.filter((account) => account.connectionId === connectionId);
  const first = own.find(({ state }) => state !== 'invalid') ?? own[0];
  const chosen = own.find(({ id }) => id === wanted) ?? own.find(({ current }) => current) ?? first;
  return all.map((account) => (account.connectionId === connectionId ? { ...account, current: account === chosen } : account));
}
