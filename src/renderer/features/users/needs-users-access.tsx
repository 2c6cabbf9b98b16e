import { KeyRound, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { hasProjectAccess } from '../../lib/rules/project-access';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { useConnection } from '../../stores/connections';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Button } from '../../ui/inputs/button';

/** Shows its children if the connection can read users, else what is missing. */
export function NeedsUsersAccess({ connectionId, children }: { connectionId: string; children: ReactNode }) {
  const connection = useConnection(connectionId);
  const navigate = useNavigate();
  const { t } = useMessages();
  if (connection === undefined) return null;
  if (hasProjectAccess(connection)) return children;
  const toForm = (
    <Button icon={KeyRound} onClick={() => void navigate(paths.edit(connectionId))}>
      {t('users.locked.action')}
    </Button>
  );
  return <EmptyState icon={Lock} title={t('users.locked.title')} text={t('users.locked.text')} action={toForm} />;
}
