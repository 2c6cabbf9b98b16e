import { CircleAlert, Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { CallForm } from '../../../blocks/form/use-call-form';
import { useFormField } from '../../../blocks/form/use-form-field';
import { useMessages } from '../../../lib/use-messages';
import { Icon } from '../../../ui/data/icon';
import { Button } from '../../../ui/inputs/button';
import { IconButton } from '../../../ui/inputs/icon-button';
import { TextInput } from '../../../ui/inputs/text-input';
import styles from './create-user.module.css';
import type { NewUserValues, ProviderAccount } from './new-user';

const empty: ProviderAccount = { id: '', account_id: '', email: '' };

/** The accounts at OAuth providers with which the user can sign in. */
export function ProviderAccounts({ form }: { form: CallForm<NewUserValues> }) {
  const { t } = useMessages();
  const errorId = useId();
  const { label, error, value: accounts, onChange } = useFormField({ form, name: 'oauth_providers' });
  const set = (at: number, change: Partial<ProviderAccount>) =>
    onChange(accounts.map((account, index) => (index === at ? { ...account, ...change } : account)));
  return (
    <fieldset className={styles.accounts} aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      {accounts.map((account, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other key and are never reordered
        <div key={at} className={styles.account}>
          <AccountInput label={t('users.create.account.provider')} value={account.id} onChange={(id) => set(at, { id })} />
          <AccountInput
            label={t('users.create.account.id')}
            value={account.account_id}
            onChange={(account_id) => set(at, { account_id })}
          />
          <AccountInput label={t('users.create.account.email')} value={account.email} onChange={(email) => set(at, { email })} />
          <IconButton
            size="sm"
            label={t('users.create.account.remove', { number: at + 1 })}
            icon={X}
            onClick={() => onChange(accounts.filter((_account, index) => index !== at))}
          />
        </div>
      ))}
      <p id={errorId} className={styles.error} aria-live="polite">
        {error !== undefined && <Icon of={CircleAlert} size={13} />}
        {error}
      </p>
      <div>
        <Button size="sm" icon={Plus} onClick={() => onChange([...accounts, empty])}>
          {t('users.create.account.add')}
        </Button>
      </div>
    </fieldset>
  );
}

function AccountInput({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return <TextInput dir="ltr" aria-label={label} placeholder={label} value={value} onChange={(event) => onChange(event.target.value)} />;
}
