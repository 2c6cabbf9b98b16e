import { useCallback } from 'react';
import type { ServerUser } from '../../../contract/service/models/models';
import { visibleText } from '../../../contract/text/visible-text';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../use-messages';

type NamedUser = Pick<ServerUser, 'display_name' | 'primary_email'>;

/** Returns the name of a user, else the email, else that the user has no name. */
export function userName({ t }: Translator, { display_name: name, primary_email: email }: NamedUser): string {
  return name !== null && visibleText(name) !== '' ? name : (email ?? t('shell.account.unnamed'));
}

/** Returns a function that names a user. */
export function useUserName(): (user: NamedUser) => string {
  const messages = useMessages();
  return useCallback((user) => userName(messages, user), [messages]);
}
