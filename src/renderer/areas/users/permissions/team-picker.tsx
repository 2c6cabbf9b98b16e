import { useId, useMemo, useState } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useTeams } from '#data/teams.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { foldText } from '#lib/search.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SearchInput } from '#ui/inputs/search-input.tsx';
import styles from './user-permissions.module.css';

interface TeamPickerProps {
  connectionId: string;
  /** Teams that can’t be chosen. */
  without?: readonly ServerTeam[];
  chosen: ServerTeam | null;
  onChoose: (team: ServerTeam) => void;
}

const none: readonly ServerTeam[] = [];

/** Maximum number of teams to choose from at once. The search finds the others. */
const maxShown = 50;

/** Chooses one of the project's teams. */
export function TeamPicker({ connectionId, without = none, chosen, onChoose }: TeamPickerProps) {
  const all = useTeams(connectionId, true);
  const others = useMemo(() => {
    const own = new Set(without.map(({ id }) => id));
    return all.data?.items.filter(({ id }) => !own.has(id));
  }, [all.data, without]);
  if (others !== undefined) return <TeamChoices teams={others} chosen={chosen} onChoose={onChoose} />;
  if (all.error !== null) return <ErrorState report={reportOf(all.error)} onRetry={() => void all.refetch()} busy={all.isFetching} />;
  return (
    <>
      <LoadingStatus />
      <SkeletonRows avatar={false} count={5} rowHeight={36} />
    </>
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
