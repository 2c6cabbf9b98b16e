import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { TeamRef } from '#data/keys.ts';
import { useLeaveTeam, useTeamPermissions } from '#data/own-teams.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useLastAdminTeams } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { isTeamAdmin } from '#lib/rules/removal.ts';
import { useMessages } from '#lib/use-messages.ts';
import { RiskCallout } from '#parts/removal/risk-callout.tsx';
import { useReadsGrants } from '#parts/removal/use-reads-grants.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import { DangerSection } from '#ui/layout/danger-section.tsx';
import { fromHere } from '#window/open-path.ts';
import { paths } from '#window/routes.ts';
import type { TeamTabProps } from '../team-tab-props';

/** Ends the own membership, which every member may do. */
export function LeaveSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const { environment } = useScope();
  const { mutateAsync: leave } = useLeaveTeam(of);
  const [isAsking, setAsking] = useState(false);
  const { texts, isLastAdmin, checking } = useLeaveRisks(of, isAsking);
  const confirm = async () => {
    const open = fromHere();
    await leave();
    show({ tone: 'good', title: (messages) => messages.t('team.leave.done', { name: teamName(messages, team) }) });
    open(paths.profile(of.connectionId), { replace: true });
  };
  return (
    <DangerSection
      title={t('team.leave')}
      icon={LogOut}
      disabledReason={access.readOnly}
      question={t('team.leave.title', { name })}
      consequence={t('team.leave.consequence')}
      environment={environment}
      typeToConfirm={isLastAdmin ? shownNameToType(team.display_name, team.id) : undefined}
      warning={<RiskCallout texts={texts} />}
      waitReason={checking}
      onOpenChange={setAsking}
      onConfirm={confirm}
    >
      {t('team.leave.text')}
    </DangerSection>
  );
}

interface LeaveRisks {
  /** One sentence each. */
  readonly texts: readonly string[];
  /** Whether no other member could manage the team. */
  readonly isLastAdmin: boolean;
  /** Why leaving can't be confirmed yet. */
  readonly checking: string | undefined;
}

/** Returns what is easily overlooked before the account leaves a team; reads what the members may do once `isAsking`. */
function useLeaveRisks(team: TeamRef, isAsking: boolean): LeaveRisks {
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
