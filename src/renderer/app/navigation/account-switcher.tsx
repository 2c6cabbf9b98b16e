import { ChevronDown, LogIn, LogOut, UserPlus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NavLink, useNavigate } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { useAccountsOf } from '#data/topics.ts';
import { cx } from '#lib/class-names.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useConnectionNames } from '#parts/connections/use-connection-names.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { Icon } from '#ui/data/icon.tsx';
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '#ui/overlays/menu.tsx';
import { paths } from '#window/routes.ts';
import { returnPath } from '../use-place';
import { useAccountActions } from './account-actions';
import styles from './navigation.module.css';

/** The connection's current account, with a menu to switch. */
export function AccountSwitcher({ connection }: { connection: Connection }) {
  const { t } = useMessages();
  const accounts = useAccountsOf(connection.id);
  const signIn = useOpenSignIn(connection.id);
  if (accounts.length === 0) {
    const open = (event: MouseEvent) => {
      event.preventDefault();
      signIn();
    };
    return (
      <NavLink to={paths.signIn(connection.id)} onClick={open} className={cx(styles.item)}>
        <Icon of={LogIn} />
        <span className={styles.label}>{t('shell.screen.sign-in')}</span>
      </NavLink>
    );
  }
  return <AccountMenu connection={connection} accounts={accounts} current={accounts.find((account) => account.current)} />;
}

/** Returns a function that opens the sign-in card, which then returns to the current screen. */
function useOpenSignIn(connectionId: string): () => void {
  const navigate = useNavigate();
  return () => void navigate(paths.signIn(connectionId, returnPath(connectionId)));
}

function AccountTrigger({ account, ...rest }: { account: Account | undefined }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  return (
    <button type="button" {...rest} className={cx(styles.item, styles.account)}>
      <Avatar id={account?.userId} name={account?.displayName} email={account?.primaryEmail} />
      <span className={cx(styles.label, account?.displayName !== null && styles.named)}>
        {account ? nameOf(account) : t('shell.account.none')}
        {account?.state === 'anonymous' && <Badge className={styles.anonymous}>{t('shell.account.anonymous')}</Badge>}
        {account?.state === 'invalid' && <span className={styles.ended}>{t('shell.account.ended')}</span>}
      </span>
      <Icon of={ChevronDown} size={14} />
    </button>
  );
}

interface AccountMenuProps {
  connection: Connection;
  accounts: readonly Account[];
  current: Account | undefined;
}

function AccountMenu({ connection, accounts, current }: AccountMenuProps) {
  const { t } = useMessages();
  const actions = useAccountActions();
  const names = useConnectionNames();
  const signIn = useOpenSignIn(connection.id);
  const choose = (id: string) => {
    const wanted = accounts.find((account) => account.id === id);
    if (wanted !== undefined && !wanted.current) actions.use(wanted);
  };
  return (
    <Menu trigger={<AccountTrigger account={current} />}>
      <MenuLabel>{t('shell.account.switch', { connection: names.get(connection.id) ?? connection.name })}</MenuLabel>
      <MenuChoices value={current?.id ?? ''} onValueChange={choose}>
        {accounts.map((account) => (
          <AccountChoice key={account.id} account={account} />
        ))}
      </MenuChoices>
      <MenuSeparator />
      {current?.state === 'invalid' && (
        <MenuItem icon={LogIn} onSelect={signIn}>
          {t('shell.account.sign-in-again')}
        </MenuItem>
      )}
      <MenuItem icon={UserPlus} onSelect={signIn}>
        {t('shell.account.add')}
      </MenuItem>
      {current && (
        <MenuItem icon={LogOut} onSelect={() => actions.signOut(current)}>
          {t('shell.account.sign-out')}
        </MenuItem>
      )}
      {accounts.length > 1 && (
        <MenuItem icon={LogOut} onSelect={() => actions.signOutAll(connection.id, accounts)}>
          {t('shell.account.sign-out-all')}
        </MenuItem>
      )}
    </Menu>
  );
}

function AccountChoice({ account }: { account: Account }) {
  const { t } = useMessages();
  const nameOf = useAccountName();
  const { id, displayName, primaryEmail, state } = account;
  return (
    <MenuChoice value={id}>
      <Avatar id={account.userId} name={displayName} email={primaryEmail} size={20} />
      <span>{nameOf(account)}</span>
      {account.impersonationId !== undefined && <Badge tone="warn">{t('impersonation.badge')}</Badge>}
      {state === 'invalid' && <Badge tone="bad">{t('shell.account.ended')}</Badge>}
      {state === 'anonymous' && <Badge>{t('shell.account.anonymous')}</Badge>}
    </MenuChoice>
  );
}
