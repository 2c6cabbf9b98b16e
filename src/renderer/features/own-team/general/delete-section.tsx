import { RiskCallout } from '../../../blocks/removal/risk-callout';
import { DeleteTeamSection } from '../../../blocks/team/delete-team-section';
import { useMessages } from '../../../lib/use-messages';
import { useOwnUser } from '../../../queries/own-user';
import { useDeleteTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import type { TeamTabProps } from '../team-tab-props';

/** Deletes the team for all members, which requires a permission. */
export function DeleteSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const { mutateAsync: remove } = useDeleteTeam(of);
  const { data: user } = useOwnUser(of.connectionId, of.accountId);
  const isSelected = user?.selected_team_id === team.id;
  return (
    <DeleteTeamSection
      team={team}
      connectionId={of.connectionId}
      disabledReason={access.block('deleteTeam')}
      warning={isSelected && <RiskCallout texts={[t('removal.risk.selected')]} />}
      remove={async () => ((await remove()) === 'removed' ? 'team.delete.done' : 'team.delete.gone')}
      next={paths.profile(of.connectionId)}
    />
  );
}
