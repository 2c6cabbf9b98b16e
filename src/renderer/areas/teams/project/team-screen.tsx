import { Building2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useTeam } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { isMissing, missingTeam } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/status/outdated-message.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { paths } from '#window/routes.ts';
import { useNameScreen } from '#window/screen-name.ts';
import { TeamFrame, TeamHeading } from '../parts/team-frame';
import { TeamSkeleton } from '../parts/team-skeleton';
import { TeamTabs } from './team-tabs';
import styles from './teams.module.css';

/** A team of the project. */
export function TeamScreen() {
  const { team: teamId = '' } = useParams();
  return <Team key={teamId} teamId={teamId} />;
}

function Team({ teamId }: { teamId: string }) {
  const { connectionId } = useScope();
  const { t, locale } = useMessages();
  const ref = useMemo(() => ({ connectionId, teamId }), [connectionId, teamId]);
  const { data: team, error, isFetching, refetch } = useTeam(connectionId, teamId, true);
  const nameOf = useTeamName();
  useNameScreen(team && nameOf(team));
  const report = error === null ? null : reportOf(error);
  if (report !== null && isMissing(report, missingTeam)) return <GoneTeam />;
  const failure = report && { report, onRetry: () => void refetch(), busy: isFetching };
  if (team === undefined) return failure ? <ErrorState {...failure} /> : <TeamSkeleton />;
  return (
    <TeamFrame>
      {failure && <OutdatedMessage {...failure} />}
      <TeamHeading
        team={team}
        facts={
          <div className={styles.facts}>
            <IdChip value={team.id} />
            <span>{t('admin-team.created', { date: mediumDate(team.created_at_millis, locale) })}</span>
          </div>
        }
      />
      <TeamTabs team={team} of={ref} />
    </TeamFrame>
  );
}

function GoneTeam() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const back = <Link to={paths.teams(connectionId)}>{t('admin-team.gone.back')}</Link>;
  return <EmptyState icon={Building2} title={t('admin-team.gone')} text={t('admin-team.gone.text')} action={back} />;
}
