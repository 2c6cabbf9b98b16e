import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClientUser } from '../../../contract/service/models/models';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { useCurrentProject } from '../../queries/projects';
import { accessAfterSignOut } from '../../stores/access';
import { useConnection } from '../../stores/connections';
import { pathAfterSignOut } from '../../stores/first-path';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import styles from './profile.module.css';
import { useUserName } from './user-name';

interface DeleteSectionProps {
  user: ClientUser;
  connectionId: string;
  accountId: string;
}

/** Deletes the own user, where the project allows that. */
export function DeleteSection({ user, connectionId, accountId }: DeleteSectionProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const navigate = useNavigate();
  const connection = useConnection(connectionId);
  const { data: project } = useCurrentProject(connectionId);
  const [asked, setAsked] = useState(false);
  const name = useUserName(user);
  if (!project?.config.client_user_deletion_enabled) return null;
  const remove = async (typed: string) => {
    await api.accounts.deleteUser({ accountId, typed });
    show({ tone: 'good', title: t('profile.delete.done', { name }) });
    await navigate(pathAfterSignOut(connectionId, accessAfterSignOut(connectionId, accountId)), { replace: true });
  };
  return (
    <PageSection title={t('profile.delete')}>
      <Card>
        <CardRow className={styles.wraps}>
          <span className={styles.address}>{t('profile.delete.text')}</span>
          <Button variant="danger" icon={Trash2} onClick={() => setAsked(true)}>
            {t('profile.delete')}
          </Button>
        </CardRow>
      </Card>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('profile.delete.title', { name })}
        consequence={t('profile.delete.consequence', { connection: connection?.name ?? '' })}
        confirmLabel={t('profile.delete')}
        danger
        environment={connection?.environment}
        typeToConfirm={user.primary_email ?? user.id}
        onConfirm={remove}
      />
    </PageSection>
  );
}
