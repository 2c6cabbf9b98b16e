import type { ServerUser } from '../../../../contract/service/models/models';
import { useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useTeamsOf } from '../../../queries/teams';

/** Returns a function that shows the value of a field as text; an empty one for no value. */
export function useShownValue(connectionId: string, user: ServerUser): (name: string, value: unknown) => string {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const { data } = useTeamsOf(connectionId, user.id);
  return (name, value) => {
    if (typeof value === 'boolean') return t(value ? 'users.value.on' : 'users.value.off');
    if (typeof value !== 'string') return '';
    if (value.startsWith('data:')) return t('users.field.image-url.uploaded');
    if (name !== 'selected_team_id') return value;
    const team = data?.items.find(({ id }) => id === value);
    return team === undefined ? value : nameOf(team);
  };
}
