import { LogOut } from 'lucide-react';
import { fromHere } from '../../../lib/places/open-path';
import { teamName, useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useLeaveTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { DangerSection } from '../../../ui/layout/danger-section';
import type { TeamTabProps } from '../team-tab-props';

/** Ends the own membership, which every member may do. */
export function LeaveSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
  const { mutateAsync: leave } = useLeaveTeam(of);
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
      onConfirm={confirm}
    >
      {t('team.leave.text')}
    </DangerSection>
  );
}
