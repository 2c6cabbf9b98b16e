import type { ClientTeam } from '../../../contract/service/models/models';
import type { TeamAccess } from '../../lib/rules/team-rights';
import type { TeamRef } from '../../queries/cache/keys';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ClientTeam;
  readonly of: TeamRef;
  readonly access: TeamAccess;
}
