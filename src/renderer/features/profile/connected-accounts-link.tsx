import { Link } from 'react-router';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** Where accounts at OAuth providers are managed. */
export function ConnectedAccountsLink({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('shell.screen.connected-accounts')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.connected-accounts.row')}</span>
          <Link to={paths.connectedAccounts(connectionId)}>{t('profile.connected-accounts')}</Link>
        </CardRow>
      </Card>
    </PageSection>
  );
}
