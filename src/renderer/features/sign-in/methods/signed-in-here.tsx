import type { Account } from '../../../../contract/bridge/accounts';
import { useAccountName } from '../../../lib/rules/account-name';
import { useMessages } from '../../../lib/use-messages';
import { useAccountsOf } from '../../../stores/accounts';
import { Avatar } from '../../../ui/data/avatar';
import { Badge } from '../../../ui/data/badge';
import { Button } from '../../../ui/inputs/button';
import { TitledSection } from '../../../ui/layout/titled-section';
import styles from './sign-in-method-list.module.css';
import { useSwitchAccount } from './use-switch-account';

/** Who is signed in already: one click instead of signing in once more. */
export function SignedInHere({ connectionId, onUse }: { connectionId: string; onUse: () => void }) {
  const { t } = useMessages();
  // Impersonations are opened by their tiles: the card may return to a screen that is hidden while impersonating.
  const accounts = useAccountsOf(connectionId).filter(({ state, impersonationId }) => state !== 'invalid' && impersonationId === undefined);
  if (accounts.length === 0) return null;
  return (
    <TitledSection title={t('sign-in.here')} divided>
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountButton account={account} onUse={onUse} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function AccountButton({ account, onUse }: { account: Account; onUse: () => void }) {
  const { t } = useMessages();
  const name = useAccountName()(account);
  const { busy, use } = useSwitchAccount(account, onUse);
  return (
    <Button variant="plain" className={styles.account} busy={busy} onClick={use} aria-label={t('sign-in.here.continue', { name })}>
      <Avatar id={account.userId} name={account.displayName} email={account.primaryEmail} />
      <span>{name}</span>
      {account.state === 'anonymous' && <Badge>{t('shell.account.anonymous')}</Badge>}
    </Button>
  );
}
