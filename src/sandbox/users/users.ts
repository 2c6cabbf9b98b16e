/** Endpoints of the project's users, for servers (wire/endpoints 4.2). */

import type { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { type userCreation, userListQuery } from '#contract/service/users.ts';
import type { CheckedRequest, Handler, SandboxContext } from '../http/context';
import { plainFailure } from '../http/failures';
import { type Reply, reply } from '../http/respond';
import { uuid } from '../random';
import { insertOAuthAccount } from '../stores/oauth-store';
import type { Project } from '../stores/project-store';
import { deleteUser, findUser, insertUser, type UserRow, updateUser, usersByKeys } from '../stores/user-store';
import { setUpNewUser } from '../teams/join-team';
import { requireUserById } from '../teams/team-access';
import { hashPassword } from './passwords';
import { updatePrimaryEmail } from './primary-email';
import { listUserKeys } from './user-list';
import { toServerUser } from './user-object';
import { applyUserUpdate, profileFields, requirePasswordsEnabled, requireUsableSecrets, updatesPassword } from './user-update';

type ListRequest = CheckedRequest<RowOf<'users.list'>>;

/** Lists a page of users with the cursor of the next one. Without a limit, streams all users. */
export const listUsers: Handler<RowOf<'users.list'>> = {
  // The baseline has no restricted users (wire/newer 2.2, 2.8.59).
  accepts: { server: { query: userListQuery.omit({ include_restricted: true }) } },
  async run(call) {
    const { limit } = call.query;
    if (limit === undefined) return streamAllUsers(call);
    const keys = keysFrom(call, call.query.cursor, limit + 1);
    const rows = usersByKeys(call.store, keys);
    const items = rows.slice(0, limit).map(toServerUser);
    return reply({ items, is_paginated: true as const, pagination: { next_cursor: rows[limit]?.id ?? null } });
  },
};

/** Creates a user. The response doesn't include the personal team yet. */
export const createAnyUser: Handler<RowOf<'users.create'>> = {
  async run(call) {
    return reply(toServerUser(await createUser(call, call.project, call.body)), 201);
  },
};

export const deleteAnyUser: Handler<RowOf<'users.delete'>> = {
  async run(call) {
    const { key } = requireUserById(call, call.params.user_id);
    call.store.transaction(() => deleteUser(call.store, key));
    return reply({ success: true as const });
  },
};

export const readUser: Handler<RowOf<'users.read'>> = {
  async run(call) {
    return reply(toServerUser(requireUserById(call, call.params.user_id)));
  },
};

export const updateAnyUser: Handler<RowOf<'users.update'>> = {
  async run(call) {
    const user = requireUserById(call, call.params.user_id);
    await applyUserUpdate(call, call.project, user, call.body);
    return reply(toServerUser(requireUserById(call, call.params.user_id)));
  },
};

function keysFrom({ store, project, query }: ListRequest, cursor: string | undefined, limit: number): number[] {
  return listUserKeys(store, {
    project: project.key,
    limit,
    cursor,
    desc: query.desc ?? false,
    query: query.query,
    teamId: query.team_id,
    anonymous: query.only_anonymous === 'true' ? true : query.include_anonymous === 'false' ? false : undefined,
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
        yield `${separator}${JSON.stringify(toServerUser(row))}`;
        separator = ',';
      }
      cursor = rows[batch]?.id;
    } while (cursor !== undefined);
    yield '],"is_paginated":true,"pagination":{"next_cursor":null}}';
  }
  return { status: 200, chunks: pieces() };
}

/** Creation of users by a server (wire/endpoints 4.2). */
type Creation = z.output<typeof userCreation>;

/** Creates a user and returns it as it was before a personal team was selected. Throws the failures of wire/endpoints 4.2. */
async function createUser(context: SandboxContext, project: Project, creation: Creation): Promise<UserRow> {
  const { store, clock, random } = context;
  requireUsableSecrets(creation);
  const passwordHash = creation.password_hash ?? (creation.password == null ? null : await hashPassword(creation.password));
  return store.transaction(() => {
    const id = uuid(random);
    const key = insertUser(store, { id, project: project.key, displayName: null, passwordHash, now: clock.now() });
    updateUser(store, key, { ...profileFields(creation), ...methodFields(creation) });
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
function methodFields(creation: Creation) {
  return {
    otp_enabled: Number(creation.otp_auth_enabled ?? false),
    is_anonymous: Number(creation.is_anonymous ?? false),
  };
}

function requireMethodsEnabled(project: Project, creation: Creation): void {
  if (updatesPassword(creation)) requirePasswordsEnabled(project);
  if (creation.otp_auth_enabled && !project.config.magic_link_enabled) throw plainFailure(400, 'OTP auth not enabled in the project');
  const configured = project.config.oauth_providers.map(({ id }) => id);
  const unknown = creation.oauth_providers?.find(({ id }) => !configured.includes(id));
  if (unknown !== undefined) throw plainFailure(400, `OAuth provider ${unknown.id} not found`);
}
