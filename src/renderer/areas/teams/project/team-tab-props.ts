import type { ServerTeam } from '../../../../contract/service/models/models';
import type { ProjectTeamRef } from '../../../data/keys';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ServerTeam;
  readonly of: ProjectTeamRef;
}
