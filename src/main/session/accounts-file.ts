/** `accounts.json`: the signed-in accounts and the names of their tokens in the secret store. Contains no tokens. */
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, account } from '#contract/bridge/accounts.ts';
import type { Clock } from '../ports/ports';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';

const { isShared: _derived, ...storedFields } = account.shape;

const accountRecord = z.strictObject({
  ...storedFields,
  /** Name of the account's tokens in the secret store. Each sign-in creates a new one. */
  tokenSet: z.string(),
  /** IDs of the hand-overs of the session's refresh token, to this app or by it, that may have succeeded. */
  handOvers: z.array(z.string()),
});
export type AccountRecord = z.output<typeof accountRecord>;

const accountsData = z.strictObject({
  accounts: z.array(accountRecord),
  /** Token sets that are being written to the secret store and are not used by an account yet. */
  adding: z.array(z.string()),
  /** Unused token sets that may still be in the secret store. Any process may remove them. */
  leftovers: z.array(z.string()),
});
export type AccountsData = z.output<typeof accountsData>;

export const noAccounts: AccountsData = { accounts: [], adding: [], leftovers: [] };

const firstData = z.strictObject({ ...accountsData.shape, accounts: z.array(z.strictObject(storedFields)) });

/**
 * Upgrades version 1, which stored an account's tokens under the account's ID and had no hand-overs. Version 2 had no accounts of
 * impersonations.
 */
function upgrade(data: unknown, version: number): unknown {
  if (version > 1) return data;
  const { accounts, ...rest } = firstData.parse(data);
  return { ...rest, accounts: accounts.map((known) => ({ ...known, tokenSet: known.id, handOvers: [] })) };
}

/** Converts a record to the account that windows receive. */
export function toAccount({ tokenSet: _name, handOvers, ...shown }: AccountRecord): Account {
  return { ...shown, isShared: handOvers.length > 0 };
}

export const accountsFileName = 'accounts.json';

/** Creates the access to the accounts file of a profile folder. */
export function accountsFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<AccountsData> {
  const spec = {
    path: join(profileFolder, accountsFileName),
    format: 'latchkey/accounts',
    version: 3,
    schema: accountsData,
    initial: noAccounts,
    upgrade,
  };
  return jsonFile(spec, clock, onUnreadableFile);
}

/** Returns the data without the token set in `adding` and `leftovers`. */
export function withoutPending(data: AccountsData, tokenSet: string): AccountsData {
  const others = (names: readonly string[]) => names.filter((name) => name !== tokenSet);
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

/** Returns the data with the token set in `leftovers`, and not in `adding`. */
export function withPendingCleanup(data: AccountsData, tokenSet: string): AccountsData {
  const rest = withoutPending(data, tokenSet);
  return { ...rest, leftovers: [...rest.leftovers, tokenSet] };
}

/** The fields of an account that a sign-in sets. */
export type NewSession = Readonly<Pick<AccountRecord, 'connectionId' | 'userId' | 'handOvers' | 'tokenSet' | 'impersonationId'>>;

export interface SignInChange {
  readonly data: AccountsData;
  readonly accountId: string;
  /** The user's previous account record; null for a new account. */
  readonly replaced: AccountRecord | null;
}

/**
 * Adds the session to the user's account and makes that the connection's current account. An existing account keeps its ID, and its
 * previous token set moves to `leftovers`. A new account's ID is the name of its first token set. A session of an impersonation has an
 * account of its own. Returns null if another process treated the half-written token set as a crash's in the meantime, because its
 * secrets may be deleted.
 */
export function withSession(data: AccountsData, session: NewSession): SignInChange | null {
  if (!data.adding.includes(session.tokenSet)) return null;
  const { connectionId, userId, tokenSet } = session;
  const isReplaced = (known: AccountRecord) =>
    known.connectionId === connectionId && known.userId === userId && known.impersonationId === session.impersonationId;
  const replaced = data.accounts.find(isReplaced) ?? null;
  const known = replaced ?? { id: tokenSet, displayName: null, primaryEmail: null };
  const account: AccountRecord = { ...known, ...session, state: 'signed-in', current: true };
  const accounts = replaced ? data.accounts.map((other) => (other === replaced ? account : other)) : [...data.accounts, account];
  const next = { ...withoutPending(data, tokenSet), accounts: withCurrent(accounts, connectionId, account.id) };
  return { accountId: account.id, replaced, data: replaced ? withPendingCleanup(next, replaced.tokenSet) : next };
}

/** Marks the account of an ended session as invalid. Does not change an account that has another token set by now. */
export function withEnded(data: AccountsData, tokenSet: string): AccountsData {
  const accounts = data.accounts.map((known) =>
    known.tokenSet === tokenSet ? { ...known, state: 'invalid' as const, handOvers: [] } : known,
  );
  return withPendingCleanup({ ...data, accounts }, tokenSet);
}

/** Removes the accounts that match, and moves their token sets to `leftovers`. */
export function withoutAccounts(data: AccountsData, matches: (account: AccountRecord) => boolean): AccountsData {
  const removed = data.accounts.filter(matches);
  const kept = data.accounts.filter((account) => !matches(account));
  const accounts = removed.reduce((rest, { connectionId }) => withCurrent(rest, connectionId), kept);
  return removed.reduce((next, { tokenSet }) => withPendingCleanup(next, tokenSet), { ...data, accounts });
}

/** Updates the account that uses the token set with the user's fields. An account that another process has ended stays invalid. */
export function withUser(all: readonly AccountRecord[], tokenSet: string, user: Partial<AccountRecord>): AccountRecord[] {
  return all.map((known) => (known.tokenSet === tokenSet && known.state !== 'invalid' ? { ...known, ...user } : known));
}

/**
 * Returns the accounts with one current account in the connection: `preferred` if it exists, else the present one, else the first
 * whose session has not ended, else the first. An account of an impersonation is never chosen as one of the latter two.
 */
export function withCurrent(all: readonly AccountRecord[], connectionId: string, preferred?: string): AccountRecord[] {
  const own = all.filter((account) => account.connectionId === connectionId);
  const signedIn = own.filter(({ impersonationId }) => impersonationId === undefined);
  const first = signedIn.find(({ state }) => state !== 'invalid') ?? signedIn[0];
  const chosen = own.find(({ id }) => id === preferred) ?? own.find(({ current }) => current) ?? first;
  return all.map((account) => (account.connectionId === connectionId ? { ...account, current: account === chosen } : account));
}

/** Returns the accounts with none of an impersonation as the connection's current one. `preferred` is the account to use instead. */
export function withOwnCurrent(all: readonly AccountRecord[], connectionId: string, preferred?: string): AccountRecord[] {
  const left = all.map((account) =>
    account.connectionId === connectionId && account.impersonationId !== undefined ? { ...account, current: false } : account,
  );
  return withCurrent(left, connectionId, preferred);
}
