import type { ClientUser } from '../../../contract/service/models/models';
import { useMessages } from '../../lib/use-messages';
import { Badge } from '../../ui/data/badge';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** The primary email and its badges. */
export function EmailSection({ user }: { user: ClientUser }) {
  const { t } = useMessages();
  return (
    <PageSection title={t('profile.email')} text={t('profile.email.text')}>
      <Card>
        <CardRow className={styles.wraps}>
          {user.primary_email === null ? <span className={styles.none}>{t('profile.no-email')}</span> : <Address user={user} />}
        </CardRow>
      </Card>
    </PageSection>
  );
}

function Address({ user }: { user: ClientUser }) {
  const { t } = useMessages();
  const verified = user.primary_email_verified;
  return (
    <>
      <bdi className={styles.address}>{user.primary_email}</bdi>
      <span className={styles.badges}>
        <Badge tone={verified ? 'good' : 'warn'}>{verified ? t('profile.verified') : t('profile.unverified')}</Badge>
        {user.auth_with_email && <Badge>{t('profile.used-for-sign-in')}</Badge>}
      </span>
    </>
  );
}
