import { Mail } from 'lucide-react';
import { useCallback } from 'react';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { readRawUser } from '#data/raw.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import type { RowMenuContent } from '#parts/row-menu/row-menu.tsx';
import { useCurl } from '#parts/row-menu/use-curl.ts';
import type { SendEmail } from '#parts/send-email/use-send-email.tsx';
import { paths } from '#window/routes.ts';

interface UserMenuOptions {
  readonly connectionId: string;
  readonly email: SendEmail;
  readonly onOpen: (userId: string) => void;
}

/** Returns a function that lists what the menu of a user offers. */
export function useUserMenu({ connectionId, email, onOpen }: UserMenuOptions): (user: ServerUser) => RowMenuContent {
  const { t } = useMessages();
  const nameOf = useListedName();
  const curl = useCurl(connectionId);
  return (user) => ({
    name: nameOf(user),
    onOpen: () => onOpen(user.id),
    id: user.id,
    email: user.primary_email,
    path: paths.user(connectionId, user.id),
    readJson: () => readRawUser(connectionId, user.id),
    curl: curl({ access: 'server', path: `/users/${encodeURIComponent(user.id)}` }),
    actions: [{ icon: Mail, label: t('send-email.title'), disabledReason: email.disabledReason, onSelect: () => email.open([user]) }],
  });
}

/** Returns the name of a user of the list, also of one without a name. */
export function listedName({ t }: Translator, { display_name: name, primary_email: email }: ServerUser): string {
  return name ?? email ?? t('users.unnamed');
}

/** Returns a function that names a user of the list. It stays the same in a language. */
export function useListedName(): (user: ServerUser) => string {
  const messages = useMessages();
  return useCallback((user) => listedName(messages, user), [messages]);
}
