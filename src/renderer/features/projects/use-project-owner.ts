import { useState } from 'react';
import type { JsonValue } from '../../../contract/service/fields';
import type { ProjectOwner } from '../../queries/own-projects';
import { useOwnTeams } from '../../queries/own-teams';
import { useConnection } from '../../stores/connections';
import { useViewState } from '../../stores/view-state';

/** The choice of a team that doesn't exist yet. */
export const newTeam = 'new';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Which team will own a new project. The last choice is remembered for each connection. */
export function useProjectOwner(connectionId: string, accountId: string) {
  const isNeeded = useConnection(connectionId)?.features?.['owner-team'] === true;
  const teams = useOwnTeams(connectionId, accountId, isNeeded);
  const [remembered, remember] = useViewState('projects.owner-team', '', isText);
  const [selected, select] = useState<string | null>(null);
  const [newTeamName, setNewTeamName] = useState('');
  const isMember = (id: string) => teams.data?.some((team) => team.id === id) ?? false;
  const chosen = selected ?? (isMember(remembered) ? remembered : (teams.data?.[0]?.id ?? newTeam));
  const typed = newTeamName.trim();
  const owner: ProjectOwner | null = chosen === newTeam ? (typed === '' ? null : { newTeamName: typed }) : { teamId: chosen };
  return {
    isNeeded,
    teams,
    chosen,
    select,
    newTeamName,
    setNewTeamName,
    /** Null where none is needed, and while the new team has no name. */
    owner: isNeeded ? owner : null,
    /** Whether a project can be created with this choice. */
    isReady: !isNeeded || (teams.data !== undefined && owner !== null),
    keep(teamId: string) {
      select(teamId);
      remember(teamId);
    },
  };
}

export type ProjectOwnerChoice = ReturnType<typeof useProjectOwner>;
