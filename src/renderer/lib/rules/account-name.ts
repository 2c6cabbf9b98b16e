import type { Account } from '../../../contract/bridge/accounts';
import { useMessages } from '../use-messages';

/** How an account is called where it has no name. */
export function useAccountName(): (account: Account) => string {
  const { t } = useMessages();
  return ({ displayName, primaryEmail, state }) =>
    displayName || primaryEmail || t(state === 'anonymous' ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}
