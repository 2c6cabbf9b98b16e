import { LogOut } from 'lucide-react';
import { useMessages } from '../../lib/use-messages';
import { useSignOutDialog } from '../../stores/window/sign-out-dialog';
import { Button } from '../../ui/inputs/button';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './profile.module.css';

/** Ends the session in use. */
export function SignOutSection({ connectionId, accountId }: { connectionId: string; accountId: string }) {
  const { t } = useMessages();
  const ask = useSignOutDialog((state) => state.ask);
  return (
    <PageSection title={t('profile.session')} text={t('profile.session.text')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.sign-out.text')}</span>
          <Button variant="danger" icon={LogOut} onClick={() => ask({ connectionId, accountId })}>
            {t('profile.sign-out')}
          </Button>
        </CardRow>
      </Card>
    </PageSection>
  );
}
