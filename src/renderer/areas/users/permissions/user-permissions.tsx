import { type ReactNode, type Ref, useRef, useState } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import { useTeamsOf } from '#data/teams.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { useUserGrants } from '../data';
import { GrantsSection } from './grants-section';
import { TeamsSection } from './teams-section';
import styles from './user-permissions.module.css';

interface UserPermissionsProps {
  connectionId: string;
  userId: string;
}

/** The teams of a user, and what the user may do in the project and in each team. */
export function UserPermissions({ connectionId, userId }: UserPermissionsProps) {
  const teams = useTeamsOf(connectionId, userId);
  const inTeams = useUserGrants(connectionId, userId, 'team', 'direct');
  const inProject = useUserGrants(connectionId, userId, 'project', 'direct');
  const [place, setPlace] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const grants = useRef<HTMLDivElement>(null);
  const choose = (team: ServerTeam) => {
    setPlace(team.id);
    // Where the chosen team is shown, and its permissions below.
    grants.current?.querySelector('select')?.focus();
  };
  const all = [teams, inTeams, inProject];
  const error = all.find((query) => query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.error && query.refetch()));
  const failure = error && { report: reportOf(error), onRetry: retry, busy: all.some(({ isFetching }) => isFetching) };
  if (teams.data === undefined || inTeams.data === undefined || inProject.data === undefined)
    return failure ? <ErrorState {...failure} /> : <Loading />;
  const { items, omitted } = teams.data;
  // A team that the user has left in the meantime.
  const team = items.find(({ id }) => id === place) ?? null;
  const granted = (teamId: string | null) =>
    (teamId === null ? inProject.data : inTeams.data).items.filter(({ team_id }) => (team_id ?? null) === teamId).map(({ id }) => id);
  return (
    <Sections bar={setBar}>
      {failure && <OutdatedMessage {...failure} />}
      <TeamsSection
        connectionId={connectionId}
        userId={userId}
        teams={items}
        omitted={omitted}
        countOf={(teamId) => granted(teamId).length}
        keptTeam={isDirty ? (team?.id ?? null) : null}
        onChoose={isDirty ? undefined : choose}
      />
      <div ref={grants}>
        <GrantsSection
          place={{ connectionId, userId, teamId: team?.id ?? null }}
          teams={items}
          granted={granted(team?.id ?? null)}
          bar={bar}
          isDirty={isDirty}
          onChoose={setPlace}
          onDirty={setDirty}
        />
      </div>
    </Sections>
  );
}

function Loading() {
  const { t } = useMessages();
  return (
    <Sections>
      <PageSection title={t('users.teams.title')} text={t('users.teams.text')}>
        <Card>
          <SkeletonRows count={3} rowHeight={61} />
        </Card>
      </PageSection>
      <PageSection title={t('users.grants.title')} text={t('users.grants.text')}>
        <SkeletonRows avatar={false} count={6} rowHeight={30} />
      </PageSection>
    </Sections>
  );
}

/** What scrolls, and below it the place of a bar. */
function Sections({ bar, children }: { bar?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className={styles.tab}>
      <div className={styles.scroll}>
        <div className={styles.sections}>{children}</div>
      </div>
      <div ref={bar} />
    </div>
  );
}
