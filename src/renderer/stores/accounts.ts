import { useMemo } from 'react';
import type { Account } from '../../contract/bridge/accounts';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The accounts, as the main process keeps them. */
export const accountsStore = createMirror<Account[]>({
  subscribe: (listener) => onPush('accounts.changed', listener),
  read: () => api.accounts.list({}),
  onReconnect: wire.onReconnect,
});

/** The accounts of a connection. */
export function useAccountsOf(connectionId: string | undefined): readonly Account[] {
  const all = accountsStore((state) => state.value);
  return useMemo(() => (all ?? []).filter((account) => account.connectionId === connectionId), [all, connectionId]);
}

/** The account that a connection's screens act as; its session may have ended. */
export function useCurrentAccount(connectionId: string | undefined): Account | undefined {
  return accountsStore((state) => currentAccount(state.value ?? [], connectionId));
}

/** The current account of a connection among these. */
export function currentAccount(accounts: readonly Account[], connectionId: string | undefined): Account | undefined {
  return accounts.find((account) => account.connectionId === connectionId && account.current);
}
