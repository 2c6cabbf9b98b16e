import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientUser } from '../../../contract/service/models';
import { isAnonymous } from '../../../contract/service/sign-in-methods';
import type { MessageKey } from '../../../messages/translator';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useAccountsOf } from '../../stores/accounts';
import { useConnection } from '../../stores/connections';
import { afterSignOut } from '../../stores/home';
import { Button } from '../../ui/button';
import { Card, CardRow } from '../../ui/card';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { PageSection } from '../../ui/page';
import { useToasts } from '../../ui/toasts';
import styles from './profile.module.css';
import { useUserName } from './user-name';

interface SignOutSectionProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** Ends the session in use. */
export function SignOutSection({ user, connectionId, accountId }: SignOutSectionProps) {
  const { t } = useMessages();
  const [asked, setAsked] = useState(false);
  const connection = useConnection(connectionId);
  const name = useUserName(user);
  const isShared = useAccountsOf(connectionId).some(({ id, isShared }) => id === accountId && isShared);
  const consequence = consequenceOf(user, isShared);
  const signOut = useSignOut(connectionId, accountId, name);
  return (
    <PageSection title={t('profile.session')} text={t('profile.session.text')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.sign-out.text')}</span>
          <Button variant="danger" icon={LogOut} onClick={() => setAsked(true)}>
            {t('profile.sign-out')}
          </Button>
        </CardRow>
      </Card>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('profile.sign-out.title', { name })}
        consequence={t(consequence, { connection: connection?.name })}
        confirmLabel={t('profile.sign-out')}
        danger
        environment={connection?.environment}
        onConfirm={signOut}
      />
    </PageSection>
  );
}

function consequenceOf(user: ClientUser, isShared: boolean): MessageKey {
  if (isAnonymous(user)) return 'profile.sign-out.anonymous';
  return isShared ? 'profile.sign-out.shared' : 'profile.sign-out.consequence';
}

function useSignOut(connectionId: string, accountId: string, name: string): () => Promise<void> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const navigate = useNavigate();
  return async () => {
    const { endedAtService } = await api.accounts.signOut({ accountId });
    const title = t('profile.signed-out', { name });
    show(endedAtService ? { tone: 'good', title } : { tone: 'neutral', title, text: t('profile.signed-out.here-only') });
    await navigate(afterSignOut(connectionId, paths.profile(connectionId), accountId), { replace: true });
  };
}
