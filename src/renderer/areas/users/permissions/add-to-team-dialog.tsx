import { useState } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useConnection } from '#data/topics.ts';
import { teamName } from '#lib/rules/names.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useAddToTeam } from '../data';
import { TeamPicker } from './team-picker';

interface AddToTeamDialogProps {
  connectionId: string;
  userId: string;
  /** The teams that the user is in, which can’t be chosen. */
  teams: readonly ServerTeam[];
  onClose: () => void;
}

/** Adds the user to one of the project’s other teams. */
export function AddToTeamDialog({ connectionId, userId, teams, onClose }: AddToTeamDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const [chosen, setChosen] = useState<ServerTeam | null>(null);
  const { mutateAsync: add } = useAddToTeam(connectionId, userId);
  const adding = useAction(
    async (team: ServerTeam) => {
      await add(team.id);
      show({ tone: 'good', title: (messages) => messages.t('users.teams.added', { team: teamName(messages, team) }) });
    },
    { onDone: onClose },
  );
  return (
    <FormDialog
      title={t('users.teams.add.title')}
      description={t('users.teams.add.text')}
      environment={environment}
      actionLabel={t('users.teams.add')}
      busy={adding.isPending}
      disabledReason={chosen === null ? t('users.teams.choose') : undefined}
      onClose={onClose}
      onSubmit={() => chosen && void adding.run(chosen)}
    >
      <TeamPicker connectionId={connectionId} without={teams} chosen={chosen} onChoose={setChosen} />
      <FailureLine report={adding.failure} unknown="users.teams.add.unknown" />
    </FormDialog>
  );
}
