import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { RiskCallout } from '../../../blocks/removal/risk-callout';
import { fromHere } from '../../../lib/places/open-path';
import { shownNameToType } from '../../../lib/privacy/text-to-type';
import { teamName, useTeamName } from '../../../lib/rules/team-name';
import { useMessages } from '../../../lib/use-messages';
import { useLeaveTeam } from '../../../queries/teams/own-team';
import { paths } from '../../../routes';
import { useConnection } from '../../../stores/connections';
import { useToasts } from '../../../ui/feedback/toasts';
import { DangerSection } from '../../../ui/layout/danger-section';
import type { TeamTabProps } from '../team-tab-props';
import { useLeaveRisks } from './use-leave-risks';

/** Ends the own membership, which every member may do. */
export function LeaveSection({ team, of, access }: TeamTabProps) {
  const { t } = useMessages();
  const name = useTeamName()(team);
  const show = useToasts((state) => state.show);
  const environment = useConnection(of.connectionId)?.environment;
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
