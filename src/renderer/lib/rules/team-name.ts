import type { ClientTeam } from '../../../contract/service/models/models';
import { useMessages } from '../use-messages';

/** Returns a function that names a team, also one whose name is empty. */
export function useTeamName(): (team: Pick<ClientTeam, 'display_name'>) => string {
  const { t } = useMessages();
  return ({ display_name: name }) => (name.trim() === '' ? t('users.team.unnamed') : name);
}
