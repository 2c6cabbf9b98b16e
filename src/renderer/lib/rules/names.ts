import { useCallback } from 'react';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import type { Impersonation } from '#contract/bridge/impersonations.ts';
import type { ClientTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { visibleText } from '#contract/text/visible-text.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { useMessages } from '../use-messages';

type NamedUser = Pick<ServerUser, 'display_name' | 'primary_email'>;

/** Returns a name; null for one of which nothing can be seen, which users may have as well. */
export function visibleName(name: string | null): string | null {
  return name === null || visibleText(name) === '' ? null : name;
}

/** Returns the name of a user, else the email, else that the user has no name. */
export function userName({ t }: Translator, { display_name: name, primary_email: email }: NamedUser): string {
  return visibleName(name) ?? email ?? t('shell.account.unnamed');
}

type NamedImpersonation = Pick<Impersonation, 'displayName' | 'primaryEmail' | 'userId'>;

/** Returns the name of the user whom an impersonation is of. */
export function impersonatedName({ displayName, primaryEmail, userId }: NamedImpersonation): string {
  return visibleName(displayName) ?? primaryEmail ?? userId;
}

/** Returns a function that names a user. */
export function useUserName(): (user: NamedUser) => string {
  const messages = useMessages();
  return useCallback((user) => userName(messages, user), [messages]);
}

type NamedTeam = Pick<ClientTeam, 'display_name'>;

/** Returns the name of a team, also of one whose name is empty. */
export function teamName({ t }: Translator, { display_name: name }: NamedTeam): string {
  return visibleName(name) ?? t('shell.teams.unnamed');
}

/** Returns a function that names a team. */
export function useTeamName(): (team: NamedTeam) => string {
  const messages = useMessages();
  return useCallback((team) => teamName(messages, team), [messages]);
}

/** Returns the name of an account, else its email, else a description. */
export function accountName({ t }: Translator, { displayName, primaryEmail, state }: Account): string {
  return displayName || primaryEmail || t(state === 'anonymous' ? 'shell.account.anonymous-name' : 'shell.account.unnamed');
}

/** Returns a function that names an account. */
export function useAccountName(): (account: Account) => string {
  const messages = useMessages();
  return (account) => accountName(messages, account);
}

/** Returns the key of the name of a connection's environment. The sandbox is one of its own, whatever else is stored for it. */
export function environmentName({ kind, environment }: Pick<Connection, 'kind' | 'environment'>): MessageKey {
  return kind === 'sandbox' ? 'environment.sandbox' : `environment.${environment}`;
}

/** Returns the name of a connection with that of its environment, such as “Analytical Engines (Production)”. */
export function connectionTitle({ t }: Translator, connection: Pick<Connection, 'name' | 'kind' | 'environment'>): string {
  return t('shell.title.environment', { connection: connection.name, environment: t(environmentName(connection)) });
}
