import { UserPlus } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useNavigate } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import { useAccountName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Avatar } from '#ui/data/avatar.tsx';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import styles from './links.module.css';

interface AccountPickerProps {
  label: string;
  accounts: readonly Account[];
  value: string | undefined;
  onValueChange: (accountId: string) => void;
  /** Whether the link is being used: the account can’t be changed anymore. */
  isUsed: boolean;
  connectionId: string;
  /** Where to come back to with another account. */
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
