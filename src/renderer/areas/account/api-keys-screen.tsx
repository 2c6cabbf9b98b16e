import { useScreenAccount } from '#data/scope.ts';
import { ApiKeys } from '#parts/api-keys/api-keys.tsx';

/** The API keys of the current account's user. */
export function ApiKeysScreen() {
  const account = useScreenAccount();
  return (
    <ApiKeys
      key={account.id}
      owner={{ kind: 'user', userId: 'me', actor: 'account', connectionId: account.connectionId, accountId: account.id }}
    />
  );
}
