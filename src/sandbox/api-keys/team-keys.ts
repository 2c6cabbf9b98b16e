/** API keys of teams (wire/endpoints 8). */
import type { RowOf } from '../../contract/service';
import type { TeamApiKey } from '../../contract/service/api-key-models';
import { holdsTeamPermission } from '../permissions/grant-store';
import type { Call, Handler } from '../server/context';
import { known } from '../server/failures';
import { received } from '../server/require-secret-text';
import { reply } from '../server/respond';
import { findTeam } from '../teams/team-store';
import { type ApiKeyRow, findApiKey, listApiKeys } from './api-key-store';
import { changedKey, ending, fieldsOf, goodKey, makeKey, requireKey, requireKeysOn, servedCheck } from './api-keys';

export const listTeamKeys: Handler<RowOf<'apiKeys.listTeamKeys'>> = {
  async run(call) {
    const team = manageableTeam(call, call.query.team_id);
    return reply({ items: team === undefined ? [] : listApiKeys(call.store, 'team', team).map(shown), is_paginated: false as const });
  },
};

/** The only answer that holds the key itself. */
export const createTeamKey: Handler<RowOf<'apiKeys.createTeamKey'>> = {
  async run(call) {
    const team = manageableTeam(call, call.body.team_id);
    const row = makeKey(call, call.project, { kind: 'team', key: team }, call.body);
    return reply({ ...fieldsOf(row), type: 'team' as const, team_id: row.owner_id, value: row.value });
  },
};

export const readTeamKey: Handler<RowOf<'apiKeys.readTeamKey'>> = {
  async run(call) {
    return reply(shown(requireTeamKey(call)));
  },
};

export const updateTeamKey: Handler<RowOf<'apiKeys.updateTeamKey'>> = {
  async run(call) {
    return reply(shown(changedKey(call, 'team', requireTeamKey(call), call.body)));
  },
};

export const checkTeamKey: Handler<RowOf<'apiKeys.checkTeamKey'>> = {
  accepts: { server: servedCheck },
  async run(call) {
    requireKeysOn(call.project, 'team');
    return reply(shown(goodKey(call, call.project, 'team', received(call.body.api_key))));
  },
};

function requireTeamKey(call: Pick<Call<RowOf<'apiKeys.readTeamKey'>>, 'store' | 'project' | 'caller' | 'params' | 'query'>): ApiKeyRow {
  const team = manageableTeam(call, call.query.team_id);
  const row = requireKey(findApiKey(call.store, call.project.key, 'team', call.params.api_key_id));
  if (row.team !== team) throw known('API_KEY_NOT_FOUND');
  return row;
}

/**
 * The team's row key, if there is such a team. For clients without the permission its keys do not exist.
 */
function manageableTeam(
  { store, project, caller }: Pick<Call<RowOf<'apiKeys.listTeamKeys'>>, 'store' | 'project' | 'caller'>,
  teamId: string,
): number | undefined {
  requireKeysOn(project, 'team');
  const team = findTeam(store, project.key, teamId)?.key;
  if (caller.access !== 'client') return team;
  if (caller.user === null) throw known('USER_AUTHENTICATION_REQUIRED');
  const allowed = team !== undefined && holdsTeamPermission(store, team, caller.user.key, '$manage_api_keys');
  if (!allowed) throw known('API_KEY_NOT_FOUND');
  return team;
}

function shown(row: ApiKeyRow): TeamApiKey {
  return { ...fieldsOf(row), type: 'team', team_id: row.owner_id, value: ending(row) };
}
