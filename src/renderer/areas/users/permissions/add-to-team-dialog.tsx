import { useId, useMemo, useState } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useTeams } from '#data/teams.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { foldText } from '#lib/search.ts';
import { useAction } from '#lib/use-action.ts';
import { useMessages } from '#lib/use-messages.ts';
import { FailureLine } from '#parts/form/form-failure.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { useAddToTeam } from '../data';
import styles from './user-permissions.module.css';

interface AddToTeamDialogProps {
  connectionId: string;
  userId: string;
  /** The teams that the user is in, which can’t be chosen. */
  teams: readonly ServerTeam[];
  onClose: () => void;
}

/** Maximum number of teams to choose from at once. The search finds the others. */
const maxShown = 50;

/** Adds the user to one of the project’s other teams. */
export function AddToTeamDialog({ connectionId, userId, teams, onClose }: AddToTeamDialogProps) {
  const { t } = useMessages();
  const environment = useConnection(connectionId)?.environment;
  const show = useToasts((state) => state.show);
  const all = useTeams(connectionId, true);
  const [chosen, setChosen] = useState<ServerTeam | null>(null);
  const { mutateAsync: add } = useAddToTeam(connectionId, userId);
  const adding = useAction(
    async (team: ServerTeam) => {
      await add(team.id);
      show({ tone: 'good', title: (messages) => messages.t('users.teams.added', { team: teamName(messages, team) }) });
    },
    { onDone: onClose },
  );
  const others = useMemo(() => {
    const own = new Set(teams.map(({ id }) => id));
    return all.data?.items.filter(({ id }) => !own.has(id));
  }, [all.data, teams]);
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
      {others === undefined && all.error === null && (
        <>
          <LoadingStatus />
          <SkeletonRows avatar={false} count={5} rowHeight={36} />
        </>
      )}
      {others === undefined && all.error !== null && (
        <ErrorState report={reportOf(all.error)} onRetry={() => void all.refetch()} busy={all.isFetching} />
      )}
      {others !== undefined && <TeamChoices teams={others} chosen={chosen} onChoose={setChosen} />}
      <FailureLine report={adding.failure} unknown="users.teams.add.unknown" />
    </FormDialog>
  );
}

interface TeamChoicesProps {
  teams: readonly ServerTeam[];
  chosen: ServerTeam | null;
  onChoose: (team: ServerTeam) => void;
}

function TeamChoices({ teams, chosen, onChoose }: TeamChoicesProps) {
  const { t } = useMessages();
  const nameOf = useTeamName();
  const group = useId();
  const [text, setText] = useState('');
  const wanted = foldText(text);
  const found = teams.filter((team) => foldText(nameOf(team)).includes(wanted) || team.id.toLowerCase() === wanted);
  const shown = found.slice(0, maxShown);
  return (
    <div className={styles.pick}>
      <SearchInput hasShortcut={false} label={t('users.teams.search')} value={text} onValueChange={setText} />
      {shown.length > 0 && (
        <div data-results="" className={styles.choices} role="radiogroup" aria-label={t('users.teams.title')}>
          {shown.map((team) => (
            <label key={team.id} className={styles.choice}>
              <input type="radio" data-result="" name={group} checked={chosen?.id === team.id} onChange={() => onChoose(team)} />
              <bdi className={styles.name} title={nameOf(team)}>
                {nameOf(team)}
              </bdi>
            </label>
          ))}
        </div>
      )}
      <p className={styles.note} role="status">
        {found.length === 0
          ? t(teams.length === 0 ? 'users.teams.all' : 'users.teams.no-match')
          : found.length > maxShown && t('users.teams.more', { count: found.length - maxShown })}
      </p>
    </div>
  );
}
