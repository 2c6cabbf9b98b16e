import type { Account } from '../../contract/bridge/accounts';
import type { Impersonation } from '../../contract/bridge/impersonations';
import { api, onPush, wire } from '../api';
import { useCurrentAccount } from './accounts';
import { createMirror } from './mirror';

/** The impersonations, as the main process keeps them. */
export const impersonationsStore = createMirror<Impersonation[]>({
  subscribe: (listener) => onPush('impersonations.changed', listener),
  read: () => api.impersonations.list({}),
  onReconnect: wire.onReconnect,
});

const none: readonly Impersonation[] = [];

/** The impersonations that aren't known to have ended; none until they were read. */
export function useImpersonations(): readonly Impersonation[] {
  return impersonationsStore((state) => state.value) ?? none;
}

/** Whether the current account of a connection is that of an impersonation. */
export function useIsImpersonating(connectionId: string | undefined): boolean {
  return useCurrentAccount(connectionId)?.impersonationId !== undefined;
}

/** The impersonation that an account belongs to; undefined for the user's own accounts. */
export function useImpersonationOf(account: Account | undefined): Impersonation | undefined {
  return impersonationsStore((state) =>
    account?.impersonationId === undefined ? undefined : state.value?.find(({ id }) => id === account.impersonationId),
  );
}
