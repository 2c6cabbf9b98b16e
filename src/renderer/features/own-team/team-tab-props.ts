import type { ClientTeam } from '../../../contract/service/models/models';
import type { TeamRef } from '../../queries/cache/keys';
import type { TeamAccess } from './use-team-access';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ClientTeam;
  readonly of: TeamRef;
  readonly access: TeamAccess;
}
