import { useNavigate } from 'react-router';
import type { SignInSetup } from '../../lib/rules/sign-in-method-removal';
import { providerName } from '../../lib/rules/sign-in-methods';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useReadOnlyReason } from '../../stores/read-only';
import { Badge } from '../../ui/data/badge';
import { ProviderIcon } from '../../ui/data/provider-icon';
import { Button } from '../../ui/inputs/button';
import { CardRow } from '../../ui/layout/card';
import type { ConnectedAccount } from './connected-accounts';
import styles from './connected-accounts.module.css';
import { SignInUse } from './sign-in-use';
import { useDisconnectReason } from './use-disconnect-reason';

interface AccountRowProps {
  connectionId: string;
  accountId: string;
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
export function AccountRow({ connectionId, accountId, account, accounts, isEnabled, setup, onCheck, onDisconnect }: AccountRowProps) {
  const { t } = useMessages();
  const name = providerName(account.provider);
  const reason = useDisconnectReason(connectionId, account.id, setup);
  const off = isEnabled ? undefined : t('connected.provider-off');
  return (
    <CardRow className={styles.row} role="listitem">
      <ProviderIcon id={account.provider} name={name} />
      <div className={styles.words}>
        <div className={styles.name}>
          <bdi>{name}</bdi>
          {!isEnabled && <Badge tone="warn">{t('connected.off')}</Badge>}
        </div>
        <span className={styles.detail}>
          <bdi>{account.email ?? account.accountId ?? t('connected.no-email')}</bdi>
        </span>
        {reason !== undefined && <p className={styles.reason}>{reason}</p>}
        <SignInUse connectionId={connectionId} accountId={accountId} account={account} accounts={accounts} setup={setup} />
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
        <ReconnectButton connectionId={connectionId} provider={account.provider} disabledReason={off} />
        <Button size="sm" disabledReason={reason} aria-label={t('connected.disconnect.of', { provider: name })} onClick={onDisconnect}>
          {t('connected.disconnect')}
        </Button>
      </div>
    </CardRow>
  );
}

interface ReconnectButtonProps {
  connectionId: string;
  provider: string;
  /** Scopes to request, separated by spaces. */
  scope?: string;
  disabledReason?: string | undefined;
}

/** Opens the card on which the same account is connected again, which renews what the project may do with it. */
export function ReconnectButton({ connectionId, provider, scope = '', disabledReason }: ReconnectButtonProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const readOnly = useReadOnlyReason(connectionId);
  const path = paths.linkProvider(connectionId, paths.connectedAccounts(connectionId), { provider, scope });
  return (
    <Button
      size="sm"
      disabledReason={readOnly ?? disabledReason}
      aria-label={t('connected.reconnect.of', { provider: providerName(provider) })}
      onClick={() => void navigate(path)}
    >
      {t('connected.reconnect')}
    </Button>
  );
}
