import { useParams } from 'react-router';
import { SignedOutState } from '../../blocks/account/account-state';
import { ApiKeys } from '../../blocks/api-keys/api-keys';
import { useCurrentAccount } from '../../stores/accounts';

/** The API keys of the current account's user. */
export function ApiKeysScreen() {
  const { connection: connectionId = '' } = useParams();
  const account = useCurrentAccount(connectionId);
  if (account === undefined || account.state === 'invalid')
    return <SignedOutState connectionId={connectionId} ended={account !== undefined} />;
  return <ApiKeys key={account.id} owner={{ kind: 'user', userId: 'me', actor: 'account', connectionId, accountId: account.id }} />;
}
