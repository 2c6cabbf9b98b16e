/** What a screen is about, which the gate before the screens provides by the address and the table of screens. */
import { createContext, useContext } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import { fail } from '#contract/errors.ts';

interface ScreenScope {
  readonly connectionId: string;
  /** The account that the screen acts as; null for a screen of the project, or one that needs no account. */
  readonly account: Account | null;
  /** Why nothing can be changed on the screen: what it is about is gone. */
  readonly blocked?: string | undefined;
}

const Context = createContext<ScreenScope | null>(null);

/** Provides its scope to a screen of a connection. */
export const ScopeProvider = Context.Provider;

/** Returns what the screen is about. Throws outside the screens of connections. */
export function useScreenScope(): ScreenScope {
  const scope = useContext(Context);
  if (scope === null) throw new Error('This is no screen of a connection.');
  return scope;
}

/** Returns the account of the screen, whose session is valid. Throws `signed-out` outside the screens of accounts. */
export function useScreenAccount(): Account {
  const account = useContext(Context)?.account ?? null;
  if (account === null) throw fail('signed-out');
  return account;
}
