/** Keys of users, teams and projects (wire/endpoints 8 and 9.1, wire/flows 16). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import {
  apiKeyCheck,
  apiKeyCreation,
  apiKeyUpdate,
  keySet,
  keySetCreation,
  newKeySet,
  newTeamApiKey,
  newUserApiKey,
  teamApiKey,
  userApiKey,
} from './models/api-key-models';
import { id, listOf, success, userIdOrMe } from './models/fields';
import { reads } from './read-groups';

const keyId = z.strictObject({ api_key_id: id });

/** Required by lists as well. */
const ofUser = z.strictObject({ user_id: userIdOrMe.optional() });
const ofTeam = z.strictObject({ team_id: id });
const newOfUser = z.strictObject({ user_id: userIdOrMe, ...apiKeyCreation });
const newOfTeam = z.strictObject({ team_id: id, ...apiKeyCreation });

/** Declares the same variant for accounts and projects. */
function forBoth<const V extends object>(variant: V) {
  return { account: { access: 'client', ...variant }, project: { access: 'server', ...variant } } as const;
}

const userKey = { path: '/user-api-keys/{api_key_id}', params: keyId } as const;
const teamKey = { path: '/team-api-keys/{api_key_id}', params: keyId } as const;
/** Keys are revoked instead of deleted, which is irreversible (wire/endpoints 8). */
const destroyedBy = ['revoked'] as const;
const wholeKey = { response: ['value'] } as const;

const userKeys = {
  listUserKeys: endpoint({ method: 'GET', path: '/user-api-keys', actors: forBoth({ query: ofUser, response: listOf(userApiKey) }) }),
  createUserKey: endpoint({
    method: 'POST',
    path: '/user-api-keys',
    secrets: wholeKey,
    invalidates: reads.apiKeys,
    journal: { subject: { kind: 'api-key', id: 'response.id', user: 'body.user_id' }, before: null, undo: { none: 'key' } },
    actors: forBoth({ body: newOfUser, response: newUserApiKey }),
  }),
  readUserKey: endpoint({ method: 'GET', ...userKey, actors: forBoth({ query: ofUser, response: userApiKey }) }),
  updateUserKey: endpoint({
    method: 'PATCH',
    ...userKey,
    destroyedBy,
    invalidates: reads.apiKeys,
    journal: {
      subject: { kind: 'api-key', id: 'params.api_key_id', user: 'query.user_id' },
      before: 'apiKeys.readUserKey',
      undo: { restore: true, except: { revoked: 'key' } },
    },
    actors: forBoth({ query: ofUser, body: apiKeyUpdate, response: userApiKey }),
  }),
  checkUserKey: endpoint({
    method: 'POST',
    path: '/user-api-keys/check',
    effect: 'read',
    secrets: { body: ['api_key'] },
    actors: { project: { access: 'server', body: apiKeyCheck, response: userApiKey } },
  }),
};

const teamKeys = {
  listTeamKeys: endpoint({ method: 'GET', path: '/team-api-keys', actors: forBoth({ query: ofTeam, response: listOf(teamApiKey) }) }),
  createTeamKey: endpoint({
    method: 'POST',
    path: '/team-api-keys',
    secrets: wholeKey,
    invalidates: reads.apiKeys,
    journal: { subject: { kind: 'api-key', id: 'response.id', team: 'body.team_id' }, before: null, undo: { none: 'key' } },
    actors: forBoth({ body: newOfTeam, response: newTeamApiKey }),
  }),
  readTeamKey: endpoint({ method: 'GET', ...teamKey, actors: forBoth({ query: ofTeam, response: teamApiKey }) }),
  updateTeamKey: endpoint({
    method: 'PATCH',
    ...teamKey,
    destroyedBy,
    invalidates: reads.apiKeys,
    journal: {
      subject: { kind: 'api-key', id: 'params.api_key_id', team: 'query.team_id' },
      before: 'apiKeys.readTeamKey',
      undo: { restore: true, except: { revoked: 'key' } },
    },
    actors: forBoth({ query: ofTeam, body: apiKeyUpdate, response: teamApiKey }),
  }),
  checkTeamKey: endpoint({
    method: 'POST',
    path: '/team-api-keys/check',
    effect: 'read',
    secrets: { body: ['api_key'] },
    actors: { project: { access: 'server', body: apiKeyCheck, response: teamApiKey } },
  }),
};

const setPath = { path: '/internal/api-keys/{api_key_id}', params: keyId } as const;

const keySets = {
  listKeySets: endpoint({
    method: 'GET',
    path: '/internal/api-keys',
    actors: { project: { access: 'admin', response: listOf(keySet) } },
  }),
  createKeySet: endpoint({
    method: 'POST',
    path: '/internal/api-keys',
    secrets: { response: ['publishable_client_key', 'secret_server_key', 'super_secret_admin_key'] },
    invalidates: reads.keySets,
    journal: { subject: { kind: 'project-key', id: 'response.id' }, before: null, undo: { none: 'key' } },
    actors: { project: { access: 'admin', body: keySetCreation, response: newKeySet } },
  }),
  readKeySet: endpoint({ method: 'GET', ...setPath, actors: { project: { access: 'admin', response: keySet } } }),
  updateKeySet: endpoint({
    method: 'PATCH',
    ...setPath,
    destroyedBy,
    invalidates: reads.keySets,
    journal: {
      subject: { kind: 'project-key', id: 'params.api_key_id' },
      before: 'apiKeys.readKeySet',
      undo: { restore: true, except: { revoked: 'key' } },
    },
    actors: { project: { access: 'admin', body: apiKeyUpdate, response: keySet } },
  }),
};

export const apiKeys = {
  ...userKeys,
  ...teamKeys,
  ...keySets,
  /** Revokes a leaked key. Any client may call it. */
  revokeLeakedKey: endpoint({
    method: 'POST',
    path: '/integrations/credential-scanning/revoke',
    feature: 'credential-scanning',
    effect: 'destroy',
    secrets: { body: ['api_key'] },
    invalidates: [...reads.apiKeys, ...reads.keySets],
    journal: { subject: { kind: 'api-key' }, before: null, undo: { none: 'key' } },
    actors: { none: { access: 'public', body: apiKeyCheck, response: success } },
  }),
};
