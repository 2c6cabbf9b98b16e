import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Button } from '#ui/inputs/button.tsx';
import { TitledSection } from '#ui/layout/titled-section.tsx';
import type { Credentials } from '../credentials/credentials';
import styles from './demo-accounts.module.css';

/** The sandbox's demonstration accounts, each filled in with one click. */
export function DemoAccounts({ onPick }: { onPick: (account: Credentials) => void }) {
  const { t } = useMessages();
  const sandbox = useTopic('sandbox.state');
  if (sandbox.state !== 'running' || sandbox.demoAccounts.length === 0) return null;
  return (
    <TitledSection title={t('sign-in.demo')} divided>
      <ul className={styles.list}>
        {sandbox.demoAccounts.map((account) => (
          <li key={account.email}>
            <Button
              size="sm"
              className={styles.account}
              aria-label={t('sign-in.demo.fill', { email: account.email })}
              title={account.email}
              onClick={() => onPick(account)}
            >
              {account.email.split('@')[0]}
            </Button>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
