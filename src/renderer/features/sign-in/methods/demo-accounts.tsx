import { useMessages } from '../../../lib/use-messages';
import { useSandbox } from '../../../stores/sandbox';
import { Button } from '../../../ui/inputs/button';
import type { Credentials } from '../credentials/credentials';
import styles from './demo-accounts.module.css';

/** The sandbox's demonstration accounts, each filled in with one click. */
export function DemoAccounts({ onPick }: { onPick: (account: Credentials) => void }) {
  const { t } = useMessages();
  const sandbox = useSandbox();
  if (sandbox.state !== 'running' || sandbox.demoAccounts.length === 0) return null;
  return (
    <section className={styles.demo}>
      <h2 className={styles.title}>{t('sign-in.demo')}</h2>
      <ul className={styles.list}>
        {sandbox.demoAccounts.map((account) => (
          <li key={account.email}>
            <Button
              size="sm"
              className={styles.account}
              aria-label={t('sign-in.demo.fill', { email: account.email })}
              onClick={() => onPick(account)}
            >
              {account.email}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
