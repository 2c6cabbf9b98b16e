import { useMemo } from 'react';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import type { GrantPlace } from '#data/permissions.ts';
import { usePermissionDefinitions } from '#data/permissions.ts';
import { useConnection } from '#data/topics.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import type { Translatable } from '#lib/intl/translatable.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { createPermissionGraph } from '#lib/rules/permission-graph.ts';
import { hasAdminAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Callout } from '#ui/feedback/callout.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingStatus, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Field } from '#ui/inputs/field.tsx';
import { Select } from '#ui/inputs/select.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { useUserGrants } from '../data';
import { GrantEditor } from './grant-editor';
import styles from './user-permissions.module.css';

interface GrantsSectionProps {
  place: GrantPlace;
  /** The teams to choose from. */
  teams: readonly ServerTeam[];
  /** IDs of the permissions that the user was granted here. */
  granted: readonly string[];
  /** Where the bar of the changes is shown. */
  bar: HTMLElement | null;
  isDirty: boolean;
  onChoose: (teamId: string | null) => void;
  onDirty: (isDirty: boolean) => void;
}

/** What the user may do in the project, or in one team. */
export function GrantsSection(props: GrantsSectionProps) {
  const { place, teams, isDirty, onChoose } = props;
  const { t } = useMessages();
  const nameOf = useTeamName();
  const connection = useConnection(place.connectionId);
  const isAdmin = connection !== undefined && hasAdminAccess(connection);
  return (
    <PageSection title={t('users.grants.title')} text={t('users.grants.text')}>
      <div className={styles.editor}>
        <Field label={t('users.grants.place')} help={isDirty ? t('users.grants.unsaved') : undefined}>
          {(control) => (
            <Select
              {...control}
              disabled={isDirty}
              value={place.teamId ?? ''}
              onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
            >
              <option value="">{t('users.grants.project')}</option>
              {teams.map((team) => (
                <option key={team.id} value={team.id}>
                  {nameOf(team)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isAdmin ? <WithDefinitions {...props} /> : <WithoutDefinitions {...props} />}
      </div>
    </PageSection>
  );
}

function WithDefinitions({ place, teams, ...rest }: GrantsSectionProps) {
  const kind = place.teamId === null ? 'project' : 'team';
  const { data, error, isFetching, refetch } = usePermissionDefinitions(place.connectionId, kind, true);
  const graph = useMemo(() => createPermissionGraph(data?.items ?? []), [data]);
  const label = placeName(place, teams);
  if (data === undefined)
    return error ? <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} /> : <Loading />;
  return (
    <GrantEditor
      key={place.teamId ?? ''}
      place={place}
      label={label}
      graph={graph}
      granted={rest.granted}
      bar={rest.bar}
      onDirty={rest.onDirty}
    />
  );
}

const noGraph = createPermissionGraph([]);

/** Without admin access, only what the user has is known, and not what contains what. */
function WithoutDefinitions({ place, teams, ...rest }: GrantsSectionProps) {
  const { t } = useMessages();
  const { connectionId, userId, teamId } = place;
  const { data, error, isFetching, refetch } = useUserGrants(connectionId, userId, teamId === null ? 'project' : 'team', 'all');
  const all = useMemo(() => new Set(data?.items.filter(({ team_id }) => (team_id ?? null) === teamId).map(({ id }) => id)), [data, teamId]);
  const label = placeName(place, teams);
  if (data === undefined)
    return error ? <ErrorState report={reportOf(error)} onRetry={() => void refetch()} busy={isFetching} /> : <Loading />;
  return (
    <>
      <Callout tone="neutral" title={t('users.grants.no-definitions')}>
        {t('users.grants.no-definitions.text')}
      </Callout>
      <GrantEditor
        key={teamId ?? ''}
        place={place}
        label={label}
        graph={noGraph}
        inherited={all}
        granted={rest.granted}
        bar={rest.bar}
        onDirty={rest.onDirty}
      />
    </>
  );
}

function placeName({ teamId }: GrantPlace, teams: readonly ServerTeam[]): Translatable {
  const team = teams.find(({ id }) => id === teamId);
  return team === undefined ? 'users.grants.project' : (messages) => teamName(messages, team);
}

function Loading() {
  return (
    <>
      <LoadingStatus />
      <SkeletonRows avatar={false} count={6} rowHeight={30} />
    </>
  );
}
