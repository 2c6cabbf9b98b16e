import { useCallback } from 'react';
import type { ServerUser } from '../../../contract/service/models/models';
import { useMessages } from '../use-messages';

/** Returns a function that names a user: by the name, else by the email, else as unnamed. */
export function useUserName(): (user: Pick<ServerUser, 'display_name' | 'primary_email'>) => string {
  const { t } = useMessages();
  return useCallback(
    ({ display_name: name, primary_email: email }) => (name !== null && name.trim() !== '' ? name : (email ?? t('shell.account.unnamed'))),
    [t],
  );
}
