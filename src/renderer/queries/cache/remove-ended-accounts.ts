import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/bridge/accounts';
import { queryKeys } from './keys';

type Known = Pick<Account, 'id' | 'connectionId' | 'state'>;

/** Removes the data of accounts that ended or were removed; `before` and `now` are all accounts. */
export function removeEndedAccounts(client: QueryClient, before: readonly Known[], now: readonly Known[]): void {
  for (const { id, connectionId, state } of before) {
    const isAlive = now.some((account) => account.id === id && account.state !== 'invalid');
    if (state !== 'invalid' && !isAlive) client.removeQueries({ queryKey: queryKeys.account(connectionId, id) });
  }
}
