import type { ReactNode } from 'react';
import { useMessages } from '#lib/use-messages.ts';
import { NeedsProjectAccess } from '#parts/admin/needs-project-access.tsx';

/** Shows its children if the connection can read users, else what is missing. */
export function NeedsUsersAccess({ connectionId, children }: { connectionId: string; children: ReactNode }) {
  const { t } = useMessages();
  return (
    <NeedsProjectAccess connectionId={connectionId} title={t('users.locked.title')} text={t('users.locked.text')}>
      {children}
    </NeedsProjectAccess>
  );
}
