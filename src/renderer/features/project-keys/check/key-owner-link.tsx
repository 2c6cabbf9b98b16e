import { Link } from 'react-router';
import { useTeamName } from '../../../lib/rules/team-name';
import { useUserName } from '../../../lib/rules/user-name';
import type { ApiKey } from '../../../queries/api-keys';
import { useTeam } from '../../../queries/teams/project-team';
import { useUser } from '../../../queries/users';
import { paths } from '../../../routes';
import styles from '../project-keys.module.css';

/** Whose key it is, with a link to their page. Named by the ID until the name is known. */
export function KeyOwnerLink({ connectionId, apiKey }: { connectionId: string; apiKey: ApiKey }) {
  return apiKey.type === 'user' ? (
    <UserLink connectionId={connectionId} userId={apiKey.user_id} />
  ) : (
    <TeamLink connectionId={connectionId} teamId={apiKey.team_id} />
  );
}

function UserLink({ connectionId, userId }: { connectionId: string; userId: string }) {
  const { data } = useUser(connectionId, userId);
  const nameOf = useUserName();
  return (
    <Link className={styles.owner} to={paths.user(connectionId, userId)}>
      <bdi>{data === undefined ? userId : nameOf(data)}</bdi>
    </Link>
  );
}

function TeamLink({ connectionId, teamId }: { connectionId: string; teamId: string }) {
  const { data } = useTeam(connectionId, teamId, true);
  const nameOf = useTeamName();
  return (
    <Link className={styles.owner} to={paths.team(connectionId, teamId)}>
      <bdi>{data === undefined ? teamId : nameOf(data)}</bdi>
    </Link>
  );
}
