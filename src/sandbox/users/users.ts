/** Endpoints of the project's users, for servers (wire/endpoints 4.2). */
import type { RowOf } from '../../contract/service';
import { userListQuery } from '../../contract/service/users';
import type { CheckedRequest, Handler } from '../server/context';
import { type Reply, reply } from '../server/respond';
import { requireUserById } from '../teams/team-access';
import { createUser } from './create-user';
import { listUserKeys } from './user-list';
import { toServerUser } from './user-object';
import { deleteUser, usersByKeys } from './user-store';
import { applyUserUpdate } from './user-update';

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
