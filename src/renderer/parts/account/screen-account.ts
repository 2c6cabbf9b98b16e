/** The account that an account's screen acts as. The gate before the screens decides which one, by the table of screens. */
import { createContext, useContext } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';

const ScreenAccount = createContext<Account | null>(null);

/** Provides the account to a screen. */
export const ScreenAccountProvider = ScreenAccount.Provider;

/** Returns the account of the screen, whose session is valid. Throws `signed-out` outside the screens of accounts. */
export function useScreenAccount(): Account {
  const account = useContext(ScreenAccount);
  if (account === null) throw fail('signed-out');
  return account;
}
