import type { ClientTeam } from '../../../../contract/service/models/user-models';
import type { TeamRef } from '../../../data/keys';
import type { TeamAccess } from '../../../lib/rules/team-rights';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ClientTeam;
  readonly of: TeamRef;
  readonly access: TeamAccess;
}
