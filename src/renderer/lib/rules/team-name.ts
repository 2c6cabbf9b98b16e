import { useCallback } from 'react';
import type { ClientTeam } from '../../../contract/service/models/models';
import { visibleText } from '../../../contract/text/visible-text';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../use-messages';

type NamedTeam = Pick<ClientTeam, 'display_name'>;

/** Returns the name of a team, also of one whose name is empty. */
export function teamName({ t }: Translator, { display_name: name }: NamedTeam): string {
  return visibleText(name) === '' ? t('shell.teams.unnamed') : name;
}

/** Returns a function that names a team. */
export function useTeamName(): (team: NamedTeam) => string {
  const messages = useMessages();
  return useCallback((team) => teamName(messages, team), [messages]);
}
