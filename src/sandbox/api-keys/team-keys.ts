/** Endpoints of team API keys (wire/endpoints 8). */
import type { RowOf } from '../../contract/service';
import type { TeamApiKey } from '../../contract/service/models/api-key-models';
import { hasTeamPermission } from '../permissions/grant-store';
import type { CheckedRequest, Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { findTeam } from '../teams/team-store';
import { type ApiKeyRow, findApiKey, listApiKeys } from './api-key-store';
import { commonKeyFields, createApiKey, lastFour, requireApiKey, requireApiKeysEnabled } from './api-keys';
import { createKeyHandlers } from './create-key-handlers';

export const listTeamKeys: Handler<RowOf<'apiKeys.listTeamKeys'>> = {
  async run(call) {
    const team = manageableTeam(call, call.query.team_id);
    return reply({ items: team === undefined ? [] : listApiKeys(call.store, 'team', team).map(toTeamKey), is_paginated: false as const });
  },
};

/** The only response with the key itself. */
export const createTeamKey: Handler<RowOf<'apiKeys.createTeamKey'>> = {
  async run(call) {
    const team = manageableTeam(call, call.body.team_id);
    const row = createApiKey(call, call.project, { kind: 'team', key: team }, call.body);
    return reply({ ...commonKeyFields(row), type: 'team' as const, team_id: row.owner_id, value: row.value });
  },
};

const { read, update, check } = createKeyHandlers('team', requireTeamKey, toTeamKey);
export const readTeamKey: Handler<RowOf<'apiKeys.readTeamKey'>> = read;
export const updateTeamKey: Handler<RowOf<'apiKeys.updateTeamKey'>> = update;
export const checkTeamKey: Handler<RowOf<'apiKeys.checkTeamKey'>> = check;

function requireTeamKey(
  call: Pick<CheckedRequest<RowOf<'apiKeys.readTeamKey'>>, 'store' | 'project' | 'caller' | 'params' | 'query'>,
): ApiKeyRow {
  const team = manageableTeam(call, call.query.team_id);
  const row = requireApiKey(findApiKey(call.store, call.project.key, 'team', call.params.api_key_id));
  if (row.team !== team) throw knownError('API_KEY_NOT_FOUND');
  return row;
}

/** Returns the team's row key if the team exists. Clients without the permission are treated as if it had no keys. */
function manageableTeam(
  { store, project, caller }: Pick<CheckedRequest<RowOf<'apiKeys.listTeamKeys'>>, 'store' | 'project' | 'caller'>,
  teamId: string,
): number | undefined {
  requireApiKeysEnabled(project, 'team');
  const team = findTeam(store, project.key, teamId)?.key;
  if (caller.access !== 'client') return team;
  if (caller.user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  const allowed = team !== undefined && hasTeamPermission(store, team, caller.user.key, '$manage_api_keys');
  if (!allowed) throw knownError('API_KEY_NOT_FOUND');
  return team;
}

function toTeamKey(row: ApiKeyRow): TeamApiKey {
  return { ...commonKeyFields(row), type: 'team', team_id: row.owner_id, value: lastFour(row) };
}
