import { LogIn, UserPlus } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import { useAccountsOf } from '#data/topics.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import steps from '../steps/steps.module.css';
import type { LinkCardProps } from './link-card';
import styles from './links.module.css';

interface Actor {
  /** Accounts that aren't anonymous and whose session is valid. */
  readonly accounts: readonly Account[];
  readonly actor: Account | undefined;
  readonly choose: (accountId: string) => void;
}

/** Returns the account that uses a link: the current one until the user chooses another. */
export function useLinkAccount(connectionId: string): Actor {
  const accounts = useAccountsOf(connectionId).filter(({ state }) => state === 'signed-in');
  const [chosen, setChosen] = useState<string | null>(null);
  const actor = accounts.find(({ id }) => id === chosen) ?? accounts.find(({ current }) => current) ?? accounts[0];
  return { accounts, actor, choose: setChosen };
}

interface AccountPickerProps {
  label: string;
  accounts: readonly Account[];
  value: string | undefined;
  onValueChange: (accountId: string) => void;
  /** Whether the link is being used: the account can’t be changed anymore. */
  isUsed: boolean;
  connectionId: string;
  /** Path to return to after signing in with another account. */
  linkId: string;
}

/** Chooses the account that uses a link: a signed-in one, or a new sign-in. */
export function AccountPicker({ label, accounts, value, onValueChange, isUsed, connectionId, linkId }: AccountPickerProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const nameOf = useAccountName();
  return (
    <div className={styles.choices}>
      <span className={styles.label} id={`accounts-${linkId}`}>
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={`accounts-${linkId}`}
        className={styles.choices}
        disabled={isUsed}
        value={value ?? ''}
        onValueChange={onValueChange}
      >
        {accounts.map((account) => (
          <RadioGroup.Item key={account.id} value={account.id} asChild>
            <Button className={styles.choice}>
              <Avatar id={account.userId} name={account.displayName} email={account.primaryEmail} />
              <span className={styles.name}>
                {nameOf(account)}
                {account.displayName && <bdi className={styles.detail}>{account.primaryEmail}</bdi>}
              </span>
            </Button>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <Button
        variant="plain"
        icon={UserPlus}
        disabled={isUsed}
        onClick={() => void navigate(paths.signIn(connectionId, paths.link(linkId)))}
      >
        {t('sign-in.other-account')}
      </Button>
    </div>
  );
}

/** A link that requires an account: the sign-in card opens and returns to the link. */
export function NeedsAccount({ link, connection, text, onDismiss }: LinkCardProps & { text: string; onDismiss: () => void }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  return (
    <div className={steps.step}>
      <p className={steps.text}>{text}</p>
      <Button
        variant="primary"
        icon={LogIn}
        className={steps.wide}
        onClick={() => void navigate(paths.signIn(connection.id, paths.link(link.id)))}
      >
        {t('ui.sign-in')}
      </Button>
      <Button variant="plain" className={steps.wide} onClick={onDismiss}>
        {t('link.dismiss')}
      </Button>
    </div>
  );
}
