import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { removeEndedAccounts } from '../../queries/cache/remove-ended-accounts';
import { accountsStore } from '../../stores/accounts';

/** Removes an account's data when its session ends, so that nothing of it is shown after the next sign-in. */
export function useEndedAccounts(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      accountsStore.subscribe(({ value }, { value: before }) => {
        if (value !== before) removeEndedAccounts(client, before ?? [], value ?? []);
      }),
    [client],
  );
}
