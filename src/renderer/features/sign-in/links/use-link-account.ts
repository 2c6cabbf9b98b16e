import { useState } from 'react';
import type { Account } from '../../../../contract/bridge/accounts';
import { useAccountsOf } from '../../../stores/accounts';

interface Actor {
  /** Those with a name whose session lives. */
  readonly accounts: readonly Account[];
  readonly actor: Account | undefined;
  readonly choose: (accountId: string) => void;
}

/** Who uses a link: the current account until a person chooses another one. */
export function useLinkAccount(connectionId: string): Actor {
  const accounts = useAccountsOf(connectionId).filter(({ state }) => state === 'signed-in');
  const [chosen, setChosen] = useState<string | null>(null);
  const actor = accounts.find(({ id }) => id === chosen) ?? accounts.find(({ current }) => current) ?? accounts[0];
  return { accounts, actor, choose: setChosen };
}
