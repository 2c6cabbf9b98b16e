import type { ServerTeam } from '#contract/service/models/user-models.ts';
import type { ProjectTeamRef } from '#data/keys.ts';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ServerTeam;
  readonly of: ProjectTeamRef;
}
