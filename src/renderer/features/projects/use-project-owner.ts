import { useState } from 'react';
import type { JsonValue } from '../../../contract/service/models/fields';
import { needsOwnerTeam } from '../../lib/rules/owner-team';
import { useDetection } from '../../queries/detection';
import { useOwnProjects } from '../../queries/project/own-projects';
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
  const items = teams.data?.items;
  const isMember = (id: string) => items?.some((team) => team.id === id) ?? false;
  const isLoading = need.isNeeded ? teams.isPending : need.isDetecting;
  return {
    ...need,
    teams,
    isLoading,
    /** The team that is chosen at first. */
    suggested: isMember(remembered) ? remembered : (items?.[0]?.id ?? newTeam),
    /** Whether what can be chosen is known. */
    isReady: need.isNeeded ? items !== undefined : need.failedDetection === null && !isLoading,
    remember,
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
