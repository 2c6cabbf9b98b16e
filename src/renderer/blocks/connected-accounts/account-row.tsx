import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import type { UserOf } from '../../queries/user/user-of';
import { Badge } from '../../ui/data/badge';
import { ProviderIcon } from '../../ui/data/provider-icon';
import { Button } from '../../ui/inputs/button';
import { CardRow } from '../../ui/layout/card';
import type { ConnectedAccount } from './connected-accounts';
import styles from './connected-accounts.module.css';
import { ReconnectButton } from './reconnect-button';
import { SignInUse } from './sign-in-use';
import { useDisconnectReason } from './use-disconnect-reason';

interface AccountRowProps {
  of: UserOf;
  account: ConnectedAccount;
  /** All connected accounts of the user. */
  accounts: readonly ConnectedAccount[];
  /** Whether the project has the provider enabled. */
  isEnabled: boolean;
  setup: SignInSetup | undefined;
  onCheck: () => void;
  onDisconnect: () => void;
}

/** One connected account. Why it can’t be disconnected is said in a line. */
export function AccountRow({ of, account, accounts, isEnabled, setup, onCheck, onDisconnect }: AccountRowProps) {
  const { connectionId } = of;
  const { t } = useMessages();
  const name = providerName(account.provider);
  const reason = useDisconnectReason(of, account.id, setup);
  const address = account.email ?? account.accountId ?? undefined;
  const off = isEnabled ? undefined : t('connected.provider-off');
  return (
    <CardRow className={styles.row} role="listitem">
      <ProviderIcon id={account.provider} name={name} />
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {!isEnabled && <Badge tone="warn">{t('connected.off')}</Badge>}
        </div>
        <span className={styles.detail}>{address === undefined ? t('connected.no-email') : <bdi dir="ltr">{address}</bdi>}</span>
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
        <SignInUse of={of} account={account} accounts={accounts} setup={setup} />
      </div>
      <div className={styles.tools}>
        <Button
          size="sm"
          disabledReason={off ?? (account.allowsTokens ? undefined : t('connected.token.not-allowed'))}
          aria-label={t('connected.token.of', { provider: name })}
          onClick={onCheck}
        >
          {t('connected.token')}
        </Button>
        {of.actor === 'account' && <ReconnectButton connectionId={connectionId} provider={account.provider} disabledReason={off} />}
        <Button size="sm" disabledReason={reason} aria-label={t('connected.disconnect.of', { provider: name })} onClick={onDisconnect}>
          {t('connected.disconnect')}
        </Button>
      </div>
    </CardRow>
  );
}
