import type { ServerTeam } from '../../../../contract/service/models/user-models';
import type { ProjectTeamRef } from '../../../data/keys';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ServerTeam;
  readonly of: ProjectTeamRef;
}
