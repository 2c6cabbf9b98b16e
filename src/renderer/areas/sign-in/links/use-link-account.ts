import { useState } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import { useAccountsOf } from '#data/topics.ts';

interface Actor {
  /** Accounts that aren't anonymous and whose session is valid. */
  readonly accounts: readonly Account[];
  readonly actor: Account | undefined;
  readonly choose: (accountId: string) => void;
}

/** Returns the account that uses a link: the current one until the user chooses another. */
export function useLinkAccount(connectionId: string): Actor {
  const accounts = useAccountsOf(connectionId).filter(({ state }) => state === 'signed-in');
  const [chosen, setChosen] = useState<string | null>(null);
  const actor = accounts.find(({ id }) => id === chosen) ?? accounts.find(({ current }) => current) ?? accounts[0];
  return { accounts, actor, choose: setChosen };
}
