/** Handlers of API keys. */

import type { z } from 'zod';
import { escapeHtml } from '#contract/email-template/render.ts';
import type { RowOf } from '#contract/service/index.ts';
import type { keySet, TeamApiKey } from '#contract/service/models/api-key-models.ts';
import { sendNotice } from '../emails/send-email';
import type { CheckedRequest, Handler, HandlersOf, SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import { requireSecretText } from '../http/requirements';
import { reply } from '../http/respond';
import type { OutgoingEmail } from '../mail/smtp';
import { uuid } from '../random';
import { createProjectKey } from '../sessions/signing-keys';
import { type ApiKeyRow, findApiKey, findApiKeyByText, listApiKeys, listManagerEmails, updateApiKey } from '../stores/api-key-store';
import { hasTeamPermission } from '../stores/grant-store';
import { findKeySet, insertKeySet, type KeySetRow, keyKinds, listKeySets, updateKeySet } from '../stores/key-set-store';
import { findProjectByKey } from '../stores/project-store';
import { findTeam } from '../stores/team-store';
import { checkKeyBody, commonKeyFields, createApiKey, isExpired, lastFour, requireApiKey, requireApiKeysEnabled } from './api-keys';
import { createKeyHandlers } from './create-key-handlers';
import { checkUserKey, createUserKey, listUserKeys, readUserKey, updateUserKey } from './user-keys';

/** Endpoints of project key sets (wire/endpoints 9.1). */
const listProjectKeys: Handler<RowOf<'apiKeys.listKeySets'>> = {
  async run({ store, project }) {
    return reply({ items: listKeySets(store, project.key).map(toKeySet), is_paginated: false as const });
  },
};

/** The only response with the keys themselves. The expiry time may be in the past. */
const createProjectKeys: Handler<RowOf<'apiKeys.createKeySet'>> = {
  async run({ store, clock, random, project, body }) {
    const id = uuid(random);
    insertKeySet(store, {
      id,
      project: project.key,
      description: body.description,
      createdAt: clock.now(),
      expiresAt: body.expires_at_millis,
      publishable_client_key: body.has_publishable_client_key ? createProjectKey(random, 'pck') : null,
      secret_server_key: body.has_secret_server_key ? createProjectKey(random, 'ssk') : null,
      super_secret_admin_key: body.has_super_secret_admin_key ? createProjectKey(random, 'sak') : null,
    });
    const row = requireSet({ store, project, params: { api_key_id: id } });
    return reply({ ...fieldsOf(row), ...keysOf(row, (key) => key) });
  },
};

const readProjectKeys: Handler<RowOf<'apiKeys.readKeySet'>> = {
  async run(call) {
    return reply(toKeySet(requireSet(call)));
  },
};

const updateProjectKeys: Handler<RowOf<'apiKeys.updateKeySet'>> = {
  async run(call) {
    const { store, clock, body } = call;
    const { key } = requireSet(call);
    updateKeySet(store, key, { description: body.description, revokedAt: body.revoked ? clock.now() : undefined });
    return reply(toKeySet(requireSet(call)));
  },
};

function requireSet({
  store,
  project,
  params,
}: Pick<CheckedRequest<RowOf<'apiKeys.readKeySet'>>, 'store' | 'project' | 'params'>): KeySetRow {
  const row = findKeySet(store, project.key, params.api_key_id);
  if (row === undefined) throw knownError('API_KEY_NOT_FOUND');
  return row;
}

function toKeySet(row: KeySetRow): z.input<typeof keySet> {
  return { ...fieldsOf(row), ...keysOf(row, (key) => ({ last_four: key.slice(-4) })) };
}

function fieldsOf({ id, description, created_at, expires_at, revoked_at }: KeySetRow) {
  return {
    id,
    description,
    created_at_millis: created_at,
    expires_at_millis: expires_at,
    ...(revoked_at === null ? {} : { manually_revoked_at_millis: revoked_at }),
  };
}

/** Returns the keys that the set has. */
function keysOf<T>(row: KeySetRow, show: (key: string) => T): { readonly [K in (typeof keyKinds)[number]]?: T } {
  return Object.fromEntries(keyKinds.flatMap((kind) => (row[kind] === null ? [] : [[kind, show(row[kind])]])));
}

/** Endpoints of team API keys (wire/endpoints 8). */
const listTeamKeys: Handler<RowOf<'apiKeys.listTeamKeys'>> = {
  async run(call) {
    const team = manageableTeam(call, call.query.team_id);
    return reply({ items: team === undefined ? [] : listApiKeys(call.store, 'team', team).map(toTeamKey), is_paginated: false as const });
  },
};

/** The only response with the key itself. */
const createTeamKey: Handler<RowOf<'apiKeys.createTeamKey'>> = {
  async run(call) {
    const team = manageableTeam(call, call.body.team_id);
    const row = createApiKey(call, call.project, { kind: 'team', key: team }, call.body);
    return reply({ ...commonKeyFields(row), type: 'team' as const, team_id: row.owner_id, value: row.value });
  },
};

const { read, update, check } = createKeyHandlers('team', requireTeamKey, toTeamKey);
const readTeamKey: Handler<RowOf<'apiKeys.readTeamKey'>> = read;
const updateTeamKey: Handler<RowOf<'apiKeys.updateTeamKey'>> = update;
const checkTeamKey: Handler<RowOf<'apiKeys.checkTeamKey'>> = check;

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

/** Revokes the key for any caller who knows it, and notifies its owners. Public keys can't be revoked this way. */
const revokeLeakedKey: Handler<RowOf<'apiKeys.revokeLeakedKey'>> = {
  accepts: { client: checkKeyBody, server: checkKeyBody },
  ignoresQuery: true,
  async run(call) {
    const { store, clock, body } = call;
    const row = requireApiKey(findApiKeyByText(store, requireSecretText(body.api_key)));
    if (row.is_public === 1) throw knownError('PUBLIC_API_KEY_CANNOT_BE_REVOKED');
    if (isExpired(row, clock.now())) throw knownError('API_KEY_EXPIRED');
    store.transaction(() => {
      updateApiKey(store, row.key, { revokedAt: clock.now() });
      if (row.revoked_at === null) notifyOwners(call, row);
    });
    return reply({ success: true as const });
  },
};

function notifyOwners(context: SandboxContext, row: ApiKeyRow): void {
  const project = findProjectByKey(context.store, row.project);
  if (project === undefined) return;
  const content = createNotice(row.description, project.display_name);
  for (const email of listManagerEmails(context.store, row)) sendNotice(context, project, { to: [email], ...content });
}

function createNotice(description: string, projectName: string): Omit<OutgoingEmail, 'to'> {
  const heading = 'API Key Revoked';
  const paragraphs = [
    `Your API key "${description}" for ${projectName} has been automatically revoked because it was found in a public repository.`,
    'This is an automated security measure to protect your api keys from being leaked. If you believe this was a mistake, please contact support.',
    'Please create a new API key if needed.',
  ];
  return {
    // A description with a line break must not become a header.
    subject: `${heading}: ${description}`.replace(/\s+/g, ' '),
    text: `${[heading, ...paragraphs].join('\n\n')}\n`,
    html: `<h1>${heading}</h1>${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')}`,
  };
}

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
