import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/use-messages';
import { hasProjectAccess, useConnection } from '../../stores/connections';
import { EmptyState } from '../../ui/empty-state';

/** Shows its children where the connection's credentials may read users, else what is missing for that. */
export function NeedsUsersAccess({ connectionId, children }: { connectionId: string; children: ReactNode }) {
  const connection = useConnection(connectionId);
  const { t } = useMessages();
  if (connection === undefined) return null;
  if (hasProjectAccess(connection)) return children;
  return <EmptyState icon={Lock} title={t('users.locked.title')} text={t('users.locked.text')} />;
}
