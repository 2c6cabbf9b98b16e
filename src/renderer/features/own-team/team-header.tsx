import { Check } from 'lucide-react';
import type { ClientTeam } from '../../../contract/service/models/models';
import { TeamHeading } from '../../blocks/team/team-frame';
import { teamName } from '../../lib/rules/team-name';
import type { TeamAccess } from '../../lib/rules/team-rights';
import { useBackgroundTask } from '../../lib/use-background-task';
import { useMessages } from '../../lib/use-messages';
import type { TeamRef } from '../../queries/cache/keys';
import { useOwnUser } from '../../queries/own-user';
import { useSelectTeam } from '../../queries/teams/own-teams';
import { Badge } from '../../ui/data/badge';
import { useToasts } from '../../ui/feedback/toasts';
import { Button } from '../../ui/inputs/button';

interface TeamHeaderProps {
  team: ClientTeam;
  of: TeamRef;
  access: TeamAccess;
}

/** The team's image and name, and whether it is the one that is selected. */
export function TeamHeader({ team, of, access }: TeamHeaderProps) {
  const { t } = useMessages();
  const { data: user } = useOwnUser(of.connectionId, of.accountId);
  const isSelected = user?.selected_team_id === team.id;
  return (
    <TeamHeading
      team={team}
      facts={
        isSelected && (
          <div>
            <Badge tone="accent">{t('team.selected')}</Badge>
          </div>
        )
      }
      actions={user !== undefined && <SelectButton team={team} of={of} isSelected={isSelected} readOnly={access.readOnly} />}
    />
  );
}

interface SelectButtonProps {
  team: ClientTeam;
  of: TeamRef;
  isSelected: boolean;
  readOnly: string | undefined;
}

function SelectButton({ team, of, isSelected, readOnly }: SelectButtonProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const runTask = useBackgroundTask();
  const { mutateAsync: select, isPending } = useSelectTeam(of.connectionId, of.accountId);
  const run = () =>
    runTask(async () => {
      await select(isSelected ? null : team.id);
      show({
        tone: 'good',
        title: isSelected ? 'team.deselected' : (messages) => messages.t('team.select.done', { name: teamName(messages, team) }),
      });
    });
  return (
    <Button
      variant={isSelected ? 'plain' : 'default'}
      icon={isSelected ? undefined : Check}
      busy={isPending}
      disabledReason={readOnly}
      title={t('team.select.help')}
      onClick={run}
    >
      {t(isSelected ? 'team.deselect' : 'team.select')}
    </Button>
  );
}
