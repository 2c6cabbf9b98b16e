/** Endpoints of the project's users, for servers (wire/endpoints 4.2). */

import type { RowOf } from '#contract/service/index.ts';
import { foldCase } from '../database/columns';
import type { CheckedRequest, Handler, SandboxContext } from '../http/context';
import { plainFailure } from '../http/failures';
import { type Reply, reply } from '../http/respond';
import { uuid } from '../random';
import type { Release } from '../releases/release';
import { insertOAuthAccount } from '../stores/oauth-store';
import type { Project } from '../stores/project-store';
import { preserveSessions } from '../stores/session-store';
import { deleteUser, findUser, insertUser, type UserRow, updateUser, usersByKeys } from '../stores/user-store';
import { setUpNewUser } from '../teams/join-team';
import { requireUserById } from '../teams/team-access';
import { hashPassword } from './passwords';
import { updatePrimaryEmail } from './primary-email';
import { creationInput, type LaterListQuery, listInput, type UserCreation, type UserUpdate, updateInput } from './user-input';
import { listUserKeys, type UserListQuery } from './user-list';
import { toServerUser } from './user-object';
import { applyUserUpdate, laterFields, profileFields, requirePasswordsEnabled, requireUsableSecrets, updatesPassword } from './user-update';

type ListRequest = CheckedRequest<RowOf<'users.list'>>;

/** Lists a page of users with the cursor of the next one. Without a limit, streams all users. */
export const listUsers: Handler<RowOf<'users.list'>> = {
  accepts: (release) => ({ server: { query: listInput(release) } }),
  async run(call) {
    const { limit, only_anonymous: only, include_anonymous: anonymous } = call.query;
    if (call.release.has('only-anonymous') && only === 'true' && anonymous !== 'true')
      throw plainFailure(400, 'only_anonymous=true requires include_anonymous=true');
    if (limit === undefined) return streamAllUsers(call);
    const keys = keysFrom(call, call.query.cursor, limit + 1);
    const rows = usersByKeys(call.store, keys);
    const items = rows.slice(0, limit).map((row) => toServerUser(call, row));
    return reply({ items, is_paginated: true as const, pagination: { next_cursor: rows[limit]?.id ?? null } });
  },
};

/** Creates a user. The response doesn't include the personal team yet. */
export const createAnyUser: Handler<RowOf<'users.create'>, UserCreation> = {
  accepts: (release) => ({ server: { body: creationInput(release) } }),
  async run(call) {
    return reply(toServerUser(call, await createUser(call, call.project, call.body)), 201);
  },
};

export const deleteAnyUser: Handler<RowOf<'users.delete'>> = {
  async run(call) {
    removeUser(call, requireUserById(call, call.params.user_id));
    return reply({ success: true as const });
  },
};

/** Deletes a user. Some releases keep refreshing its sessions. */
export function removeUser({ store, release }: SandboxContext, { key }: Pick<UserRow, 'key'>): void {
  store.transaction(() => {
    if (release.has('deleted-users-refresh')) preserveSessions(store, key);
    deleteUser(store, key);
  });
}

export const readUser: Handler<RowOf<'users.read'>> = {
  async run(call) {
    return reply(toServerUser(call, requireUserById(call, call.params.user_id)));
  },
};

export const updateAnyUser: Handler<RowOf<'users.update'>, UserUpdate> = {
  accepts: (release) => ({ server: { body: updateInput(release) } }),
  async run(call) {
    const user = requireUserById(call, call.params.user_id);
    await applyUserUpdate(call, call.project, user, call.body);
    return reply(toServerUser(call, requireUserById(call, call.params.user_id)));
  },
};

function keysFrom({ store, project, query, release }: ListRequest, cursor: string | undefined, limit: number): number[] {
  const later: LaterListQuery = query;
  return listUserKeys(store, {
    project: project.key,
    limit,
    cursor,
    desc: query.desc ?? false,
    byActivity: later.order_by === 'last_active_at',
    excludedDomains: later.excluded_email_domains?.split(',').flatMap((domain) => foldCase(domain.trim()) || []),
    query: query.query,
    findsBareIds: release.has('bare-ids'),
    teamId: query.team_id,
    ...shownUsers(release, project, query),
  });
}

const batch = 1000;

function streamAllUsers(call: ListRequest): Reply<never> {
  function* pieces(): Generator<string> {
    yield '{"items":[';
    let separator = '';
    let cursor = call.query.cursor;
    do {
      const rows = usersByKeys(call.store, keysFrom(call, cursor, batch + 1));
      for (const row of rows.slice(0, batch)) {
        yield `${separator}${JSON.stringify(toServerUser(call, row))}`;
        separator = ',';
      }
      cursor = rows[batch]?.id;
    } while (cursor !== undefined);
    yield '],"is_paginated":true,"pagination":{"next_cursor":null}}';
  }
  return { status: 200, chunks: pieces() };
}

/** Returns which users a list has: anonymous and restricted ones only on request (wire/newer 2.2, wire/later 9). */
function shownUsers(release: Release, { config }: Project, query: ListRequest['query']): Pick<UserListQuery, 'anonymous' | 'restricted'> {
  if (query.only_anonymous === 'true') return { anonymous: true };
  if (!release.has('anonymous-opt-in')) return query.include_anonymous === 'false' ? { anonymous: false } : {};
  if (query.include_anonymous === 'true') return {};
  if (!release.has('restricted-users') || query.include_restricted === 'true') return { anonymous: false };
  return { anonymous: false, restricted: { needsVerifiedEmail: config.later?.requireEmailVerification ?? false } };
}

/** Creates a user (wire/endpoints 4.2) and returns it as it was before a personal team was selected. Throws the failures of wire/endpoints 4.2. */
async function createUser(context: SandboxContext, project: Project, creation: UserCreation): Promise<UserRow> {
  const { store, clock, random } = context;
  requireUsableSecrets(creation);
  const passwordHash = creation.password_hash ?? (creation.password == null ? null : await hashPassword(creation.password));
  return store.transaction(() => {
    const id = uuid(random);
    const key = insertUser(store, { id, project: project.key, displayName: null, passwordHash, now: clock.now() });
    updateUser(store, key, { ...profileFields(context, creation), ...methodFields(creation), ...laterFields(creation) });
    const { primary_email, ...flags } = creation;
    updatePrimaryEmail(context, { key, project: project.key }, primary_email == null ? flags : creation);
    requireMethodsEnabled(project, creation);
    for (const { id: provider, account_id, email = null } of creation.oauth_providers ?? []) {
      insertOAuthAccount(store, { id: uuid(random), user: key, provider, account_id, email });
    }
    const user = findUser(store, project.key, id);
    if (user === undefined) throw new Error('The new user was not stored.');
    setUpNewUser(context, project, { key, displayName: user.display_name, email: user.email });
    return user;
  });
}

/** Returns the sign-in methods. A TOTP secret has no effect: only an update turns on two-factor authentication. */
function methodFields(creation: UserCreation) {
  return {
    otp_enabled: Number(creation.otp_auth_enabled ?? false),
    is_anonymous: Number(creation.is_anonymous ?? false),
  };
}

function requireMethodsEnabled(project: Project, creation: UserCreation): void {
  if (updatesPassword(creation)) requirePasswordsEnabled(project);
  if (creation.otp_auth_enabled && !project.config.magic_link_enabled) throw plainFailure(400, 'OTP auth not enabled in the project');
  const configured = project.config.oauth_providers.map(({ id }) => id);
  const unknown = creation.oauth_providers?.find(({ id }) => !configured.includes(id));
  if (unknown !== undefined) throw plainFailure(400, `OAuth provider ${unknown.id} not found`);
}
