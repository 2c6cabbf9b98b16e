/** Handlers of API keys. */
import type { HandlersOf } from '../server/handler-types';
import { createProjectKeys, listProjectKeys, readProjectKeys, updateProjectKeys } from './key-sets';
import { revokeLeakedKey } from './leaked-keys';
import { checkTeamKey, createTeamKey, listTeamKeys, readTeamKey, updateTeamKey } from './team-keys';
import { checkUserKey, createUserKey, listUserKeys, readUserKey, updateUserKey } from './user-keys';

export const apiKeyHandlers: HandlersOf<'apiKeys'> = {
  'apiKeys.listUserKeys': listUserKeys,
  'apiKeys.createUserKey': createUserKey,
  'apiKeys.readUserKey': readUserKey,
  'apiKeys.updateUserKey': updateUserKey,
  'apiKeys.checkUserKey': checkUserKey,
  'apiKeys.listTeamKeys': listTeamKeys,
  'apiKeys.createTeamKey': createTeamKey,
  'apiKeys.readTeamKey': readTeamKey,
  'apiKeys.updateTeamKey': updateTeamKey,
  'apiKeys.checkTeamKey': checkTeamKey,
  'apiKeys.listKeySets': listProjectKeys,
  'apiKeys.createKeySet': createProjectKeys,
  'apiKeys.readKeySet': readProjectKeys,
  'apiKeys.updateKeySet': updateProjectKeys,
  'apiKeys.revokeLeakedKey': revokeLeakedKey,
};
