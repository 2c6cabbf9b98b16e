import type { ClientTeam } from '#contract/service/models/user-models.ts';
import type { TeamRef } from '#data/keys.ts';
import type { TeamAccess } from '#lib/rules/team-rights.ts';

/** What each tab of a team receives. */
export interface TeamTabProps {
  readonly team: ClientTeam;
  readonly of: TeamRef;
  readonly access: TeamAccess;
}
