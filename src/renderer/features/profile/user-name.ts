import type { ClientUser } from '../../../contract/service/models/models';
import { isAnonymous } from '../../../contract/service/models/sign-in-methods';
import type { Translator } from '../../../messages/translator';

/** Returns the name of an account’s user, with a description where there is none. */
export function ownUserName({ t }: Translator, user: ClientUser): string {
  return user.display_name || user.primary_email || t(isAnonymous(user) ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}
