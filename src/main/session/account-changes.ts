/** What a step of signing in or out makes of the accounts file. */
import type { Account } from '../../contract/bridge/accounts';
import type { AccountsData } from './accounts-file';

/** Without the account among those being made or removed. */
export function withoutTrace(data: AccountsData, accountId: string): AccountsData {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== accountId);
  return { ...data, adding: others(data.adding), leftovers: others(data.leftovers) };
}

/** With the account among those whose secrets are to be removed. */
export function asLeftover(data: AccountsData, accountId: string): AccountsData {
  const rest = withoutTrace(data, accountId);
  return { ...rest, leftovers: [...rest.leftovers, accountId] };
}

export interface Replacement {
  readonly data: AccountsData;
  /** Accounts that went with it. */
  readonly gone: readonly string[];
}

/** Null when the half-made account was taken for a crash's meanwhile: its secrets may be gone. */
export function replacement(data: AccountsData, account: Account, replaces: (other: Account) => boolean): Replacement | null {
  if (!data.adding.includes(account.id)) return null;
  const gone = data.accounts.filter(replaces).map(({ id }) => id);
  const kept = data.accounts.filter((other) => !replaces(other));
  const accounts = withCurrent([...kept, account], account.connectionId, account.id);
  return { gone, data: gone.reduce(asLeftover, { ...withoutTrace(data, account.id), accounts }) };
}

/** The same accounts with one current account in the connection: the wanted one, else the one that is, else the first. */
export function withCurrent(all: readonly Account[], connectionId: string, wanted?: string): Account[] {
  const own = all.filter((account) => account.connectionId === connectionId);
  const chosen = wanted ?? own.find(({ current }) => current)?.id ?? own[0]?.id;
  return all.map((account) => (account.connectionId === connectionId ? { ...account, current: account.id === chosen } : account));
}
