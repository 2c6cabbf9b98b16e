import { DeleteTeamSection } from '../../../blocks/team/delete-team-section';
import { useDeleteProjectTeam } from '../../../queries/teams/project-team';
import { paths } from '../../../routes';
import { useReadOnlyReason } from '../../../stores/read-only';
import type { TeamTabProps } from '../team-tab-props';

/** Deletes the team for all members. */
export function DeleteSection({ team, of }: TeamTabProps) {
  const readOnly = useReadOnlyReason(of.connectionId);
  const { mutateAsync: remove } = useDeleteProjectTeam(of);
  return (
    <DeleteTeamSection
      team={team}
      connectionId={of.connectionId}
      disabledReason={readOnly}
      // A team that is gone was deleted, here or elsewhere.
      remove={async () => {
        await remove();
        return 'team.delete.done';
      }}
      next={paths.teams(of.connectionId)}
    />
  );
}
