import { useReadsGrants } from '../../../blocks/removal/use-reads-grants';
import { isTeamAdmin } from '../../../lib/rules/removal/last-admin';
import { useMessages } from '../../../lib/use-messages';
import type { TeamRef } from '../../../queries/cache/keys';
import { useOwnUser } from '../../../queries/own-user';
import { useTeamPermissions } from '../../../queries/teams/own-team';
import { useLastAdminTeams } from '../../../queries/user/last-admin-teams';

interface LeaveRisks {
  /** One sentence each. */
  readonly texts: readonly string[];
  /** Whether no other member could manage the team. */
  readonly isLastAdmin: boolean;
  /** Why leaving can't be confirmed yet. */
  readonly checking: string | undefined;
}

/** Returns what is easily overlooked before the account leaves a team; reads what the members may do once `isAsking`. */
export function useLeaveRisks(team: TeamRef, isAsking: boolean): LeaveRisks {
  const { t } = useMessages();
  const { connectionId, accountId, teamId } = team;
  const readsGrants = useReadsGrants(connectionId);
  const { data: user } = useOwnUser(connectionId, accountId);
  const { data: granted } = useTeamPermissions(team, true, true);
  const isAdmin = granted !== undefined && isTeamAdmin(granted);
  const reads = readsGrants && isAdmin && user !== undefined;
  const last = useLastAdminTeams(connectionId, user?.id ?? '', teamId, isAsking && reads);
  const isLastAdmin = (last.data?.ids.length ?? 0) > 0;
  const isUnchecked = isAdmin && (!reads || last.isError);
  return {
    texts: [
      ...(isLastAdmin ? [t('removal.risk.last-admin')] : []),
      ...(isUnchecked ? [t('removal.risk.leave-unchecked')] : []),
      ...(user?.selected_team_id === teamId ? [t('removal.risk.selected')] : []),
    ],
    isLastAdmin,
    checking: isAsking && reads && last.isPending ? t('ui.loading') : undefined,
  };
}
