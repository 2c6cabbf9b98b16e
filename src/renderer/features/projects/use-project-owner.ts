import { useState } from 'react';
import type { JsonValue } from '../../../contract/service/models/fields';
import { needsOwnerTeam } from '../../lib/rules/owner-team';
import { useDetection } from '../../queries/detection';
import { type ProjectOwner, useOwnProjects } from '../../queries/own-projects';
import { useOwnTeams } from '../../queries/teams/own-teams';
import { useConnection } from '../../stores/connections';
import { useViewState } from '../../stores/window/view-state';

/** The choice of a team that doesn't exist yet. */
export const newTeam = 'new';

const isText = (value: JsonValue): value is string => typeof value === 'string';

/** Which team will own a new project. The last choice is remembered for each connection. */
export function useProjectOwner(connectionId: string, accountId: string) {
  const need = useOwnerNeed(connectionId, accountId);
  const teams = useOwnTeams(connectionId, accountId, need.isNeeded);
  const [remembered, remember] = useViewState('projects.owner-team', '', isText);
  const [selected, select] = useState<string | null>(null);
  const [newTeamName, setNewTeamName] = useState('');
  const items = teams.data?.items;
  const isMember = (id: string) => items?.some((team) => team.id === id) ?? false;
  const chosen = selected ?? (isMember(remembered) ? remembered : (items?.[0]?.id ?? newTeam));
  const typed = newTeamName.trim();
  const owner: ProjectOwner | null = chosen === newTeam ? (typed === '' ? null : { newTeamName: typed }) : { teamId: chosen };
  const isLoading = need.isNeeded ? teams.isPending : need.isDetecting;
  return {
    ...need,
    teams,
    isLoading,
    chosen,
    select,
    newTeamName,
    setNewTeamName,
    /** Null where none is needed, and while the new team has no name. */
    owner: need.isNeeded ? owner : null,
    /** Whether a project can be created with this choice. */
    isReady: need.isNeeded ? items !== undefined && owner !== null : need.failedDetection === null && !isLoading,
    keep(teamId: string) {
      select(teamId);
      remember(teamId);
    },
  };
}

/** Whether an owner must be chosen, detected first where neither the connection nor its projects say. */
function useOwnerNeed(connectionId: string, accountId: string) {
  const features = useConnection(connectionId)?.features ?? null;
  const projects = useOwnProjects(connectionId, accountId).data?.items ?? [];
  const [isRequired, setRequired] = useState(false);
  const need = isRequired || needsOwnerTeam(features, projects);
  const waits = need === null && features === null;
  const detection = useDetection(connectionId, waits);
  return {
    isNeeded: need === true,
    /** Whether the service refused a project because it had no owner. */
    isRequired,
    require: () => setRequired(true),
    isDetecting: waits && detection.error === null,
    failedDetection: waits && detection.error !== null ? detection : null,
  };
}

export type ProjectOwnerChoice = ReturnType<typeof useProjectOwner>;
