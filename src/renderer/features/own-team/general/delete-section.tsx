import { DeleteTeamSection } from '../../../blocks/team/delete-team-section';
import { useDeleteTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import type { TeamTabProps } from '../team-tab-props';

/** Deletes the team for all members, which requires a permission. */
export function DeleteSection({ team, of, access }: TeamTabProps) {
  const { mutateAsync: remove } = useDeleteTeam(of);
  return (
    <DeleteTeamSection
      team={team}
      connectionId={of.connectionId}
      disabledReason={access.block('deleteTeam')}
      remove={async () => ((await remove()) === 'removed' ? 'team.delete.done' : 'team.delete.gone')}
      next={paths.profile(of.connectionId)}
    />
  );
}
