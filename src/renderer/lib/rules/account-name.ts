import type { Account } from '../../../contract/bridge/accounts';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../use-messages';

/** Returns the name of an account, else its email, else a description. */
export function accountName({ t }: Translator, { displayName, primaryEmail, state }: Account): string {
  return displayName || primaryEmail || t(state === 'anonymous' ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}

/** Returns a function that names an account. */
export function useAccountName(): (account: Account) => string {
  const messages = useMessages();
  return (account) => accountName(messages, account);
}
