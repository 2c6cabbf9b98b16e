import { useCallback } from 'react';
import type { ClientTeam } from '../../../contract/service/models/models';
import { useMessages } from '../use-messages';

/** Returns a function that names a team, also one whose name is empty. */
export function useTeamName(): (team: Pick<ClientTeam, 'display_name'>) => string {
  const { t } = useMessages();
  return useCallback(({ display_name: name }) => (name.trim() === '' ? t('shell.teams.unnamed') : name), [t]);
}
