import type { ErrorReport } from '../../../contract/errors';
import type { BuiltInPermission } from '../../../contract/service/models/permission-ids';
import { reportOf } from '../../lib/errors/error-text';
import type { KeyOwner } from '../../queries/api-keys';
import { useCurrentProject } from '../../queries/projects';
import { useTeamPermissions } from '../../queries/teams/own-team';

/** Whether API keys can be listed: not if the project turned them off, or if the account lacks the permission in the team. */
export type KeyGate =
  | { readonly state: 'open' | 'loading' | 'off' | 'denied' }
  | { readonly state: 'failed'; readonly report: ErrorReport; readonly retry: () => void; readonly isRetrying: boolean };

const managesKeys: BuiltInPermission = '$manage_api_keys';

/** Returns whether the owner's API keys can be listed. */
export function useKeyGate(owner: KeyOwner): KeyGate {
  const project = useCurrentProject(owner.connectionId);
  const needsPermission = owner.kind === 'team' && owner.actor === 'account';
  const accountId = owner.actor === 'account' ? owner.accountId : '';
  const teamId = owner.kind === 'team' ? owner.teamId : '';
  const permissions = useTeamPermissions({ connectionId: owner.connectionId, accountId, teamId }, needsPermission, true);
  if (project.data === undefined) return unread(project);
  const { allow_user_api_keys: allowsUsers, allow_team_api_keys: allowsTeams } = project.data.config;
  if (!(owner.kind === 'user' ? allowsUsers : allowsTeams)) return { state: 'off' };
  if (!needsPermission) return { state: 'open' };
  if (permissions.data === undefined) return unread(permissions);
  return { state: permissions.data.has(managesKeys) ? 'open' : 'denied' };
}

interface Query {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

function unread({ error, isFetching, refetch }: Query): KeyGate {
  if (error === null) return { state: 'loading' };
  return { state: 'failed', report: reportOf(error), retry: () => void refetch(), isRetrying: isFetching };
}
