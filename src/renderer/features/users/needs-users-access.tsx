import type { ReactNode } from 'react';
import { NeedsProjectAccess } from '../../blocks/admin/needs-project-access';
import { useMessages } from '../../lib/use-messages';

/** Shows its children if the connection can read users, else what is missing. */
export function NeedsUsersAccess({ connectionId, children }: { connectionId: string; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <NeedsProjectAccess connectionId={connectionId} title={t('users.locked.title')} text={t('users.locked.text')}>
      {children}
    </NeedsProjectAccess>
  );
}
