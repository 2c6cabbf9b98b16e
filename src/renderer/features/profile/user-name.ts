import type { ClientUser } from '../../../contract/service/models/models';
import { isAnonymous } from '../../../contract/service/models/sign-in-methods';
import { useMessages } from '../../lib/use-messages';

/** Returns the name of an account’s user, with a description where there is none. */
export function useUserName(user: ClientUser): string {
  const { t } = useMessages();
  return user.display_name || user.primary_email || t(isAnonymous(user) ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}
