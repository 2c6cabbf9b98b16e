import type { ConnectedAccount } from '../../blocks/connected-accounts/connected-accounts';
import { useMessages } from '../../lib/use-messages';
import { useCurrentAccount } from '../../stores/accounts';
import { useSignInChangeReason } from '../../stores/sign-in-changes';

/** Returns why no account can be connected; undefined where one can. A user has one account for sign-in at each provider. */
export function useConnectReason(
  connectionId: string,
  providers: readonly string[],
  accounts: readonly ConnectedAccount[],
): string | undefined {
  const { t } = useMessages();
  const readOnly = useSignInChangeReason(connectionId);
  const account = useCurrentAccount(connectionId);
  if (readOnly !== undefined) return readOnly;
  if (account?.state === 'anonymous') return t('connected.anonymous');
  if (providers.length === 0) return t('connected.no-providers');
  return providers.every((id) => accounts.some(({ provider }) => provider === id)) ? t('connected.all') : undefined;
}
