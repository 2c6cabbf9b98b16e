import { Link } from 'react-router';
import type { ClientUser } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** The primary email address, and where addresses and sign-in methods are managed. */
export function SignInSettingsLink({ user, connectionId }: { user: ClientUser; connectionId: string }) {
  const { t } = useMessages();
  const email = user.primary_email;
  return (
    <PageSection title={t('shell.screen.sign-in-settings')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{email === null ? t('profile.no-email') : <bdi>{email}</bdi>}</span>
          <Link to={paths.signInSettings(connectionId)}>{t('profile.sign-in-settings')}</Link>
        </CardRow>
      </Card>
    </PageSection>
  );
}
