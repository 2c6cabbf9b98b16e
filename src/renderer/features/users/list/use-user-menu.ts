import { useCallback } from 'react';
import type { ServerUser } from '../../../../contract/service/models/models';
import type { RowMenuContent } from '../../../blocks/row-menu/row-menu';
import { useCurl } from '../../../blocks/row-menu/use-curl';
import { useMessages } from '../../../lib/use-messages';

/** Returns a function that lists what the menu of a user offers. */
export function useUserMenu(connectionId: string, onOpen: (userId: string) => void): (user: ServerUser) => RowMenuContent {
  const nameOf = useListedName();
  const curl = useCurl(connectionId);
  return (user) => ({
    name: nameOf(user),
    onOpen: () => onOpen(user.id),
    id: user.id,
    email: user.primary_email,
    json: user,
    curl: curl({ access: 'server', path: `/users/${encodeURIComponent(user.id)}` }),
  });
}

/** Returns a function that names a user of the list, also one without a name. It stays the same. */
export function useListedName(): (user: ServerUser) => string {
  const { t } = useMessages();
  return useCallback(({ display_name: name, primary_email: email }: ServerUser) => name ?? email ?? t('users.unnamed'), [t]);
}
