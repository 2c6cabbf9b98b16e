/** Endpoints of contact channels: list, create, read, update, delete (wire/endpoints 3). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { email, id, userIdOrMe } from '#contract/service/models/fields.ts';
import type { ContactChannel } from '#contract/service/models/user-models.ts';
import type { Caller, CheckedRequest, Handler } from '../http/context';
import { addressUsedForAuth, plainFailure, serviceFault } from '../http/failures';
import { requireUser } from '../http/requirements';
import { type Reply, reply } from '../http/respond';
import { uuid } from '../random';
import { storedEmail } from '../releases/email-case';
import {
  type ChannelRow,
  channelOfUser,
  deleteChannel,
  demotePrimaryChannel,
  findAuthChannel,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
} from '../stores/contact-channel-store';
import { findUser } from '../stores/user-store';

type Verb = 'list' | 'create' | 'read' | 'update' | 'delete';

function requireOwn(caller: Caller, userId: string | undefined, verb: Verb): void {
  if (caller.access !== 'client') return;
  if (requireUser(caller).id === userId?.toLowerCase()) return;
  throw plainFailure(403, `Client can only ${verb} contact channels for their own user.`);
}

const listQuery = z.strictObject({ user_id: userIdOrMe.optional(), contact_channel_id: id.optional() });

/** Lists a user's channels, oldest first. Without a user, server access streams those of the whole project. */
export const listContactChannels: Handler<RowOf<'contactChannels.list'>> = {
  accepts: { client: { query: listQuery }, server: { query: listQuery } },
  async run(call) {
    const { caller, store, project, query } = call;
    requireOwn(caller, query.user_id, 'list');
    if (query.user_id === undefined && query.contact_channel_id === undefined) return streamAllChannels(call);
    const rows = listChannels(store, project.key, { userId: query.user_id, id: query.contact_channel_id, limit: -1 });
    return reply({ items: rows.map(toContactChannel), is_paginated: false as const });
  },
};

const batch = 1000;

function streamAllChannels({ store, project }: CheckedRequest<RowOf<'contactChannels.list'>>): Reply<never> {
  function* pieces(): Generator<string> {
    yield '{"items":[';
    let separator = '';
    let after: ChannelRow | undefined;
    do {
      const rows = listChannels(store, project.key, { after, limit: batch });
      for (const row of rows) {
        yield `${separator}${JSON.stringify(toContactChannel(row))}`;
        separator = ',';
      }
      after = rows[batch - 1];
    } while (after !== undefined);
    yield '],"is_paginated":false}';
  }
  return { status: 200, chunks: pieces() };
}

const newFields = { type: z.literal('email'), value: email, used_for_auth: z.boolean(), is_primary: z.boolean().optional() };
const newByServer = z.strictObject({ user_id: userIdOrMe, ...newFields, is_verified: z.boolean().optional() });

/** Creates a channel. A new primary channel replaces the current one. Only server access can set it as verified. */
export const createContactChannel: Handler<RowOf<'contactChannels.create'>> = {
  accepts: { server: { body: newByServer } },
  async run(call) {
    const { caller, store, project, clock, random } = call;
    const body = { ...call.body, value: storedEmail(call.release, call.body.value) };
    requireOwn(caller, body.user_id, 'create');
    const user = findUser(store, project.key, body.user_id);
    // The service responds with 500.
    if (user === undefined) throw serviceFault(`There is no user ${body.user_id} to add an address to.`);
    if (channelOfUser(store, user.key, body.value) !== undefined) throw plainFailure(400, 'Contact channel already exists');
    if (body.used_for_auth && findAuthChannel(store, project.key, body.value) !== undefined)
      throw addressUsedForAuth(call.release, body.value);
    const channel = {
      id: uuid(random),
      value: body.value,
      isPrimary: body.is_primary ?? false,
      isVerified: 'is_verified' in body && body.is_verified === true,
      usedForAuth: body.used_for_auth,
    };
    store.transaction(() => {
      if (channel.isPrimary) demotePrimaryChannel(store, user.key);
      insertChannel(store, { ...channel, project: project.key, user: user.key, now: clock.now() });
    });
    return reply(requireContactChannel(findChannel(store, project.key, user.id, channel.id)), 201);
  },
};

function requireContactChannel(row: ChannelRow | undefined) {
  if (row === undefined) throw new Error('The contact channel was not stored.');
  return toContactChannel(row);
}

export const readContactChannel: Handler<RowOf<'contactChannels.read'>> = {
  async run({ caller, store, project, params }) {
    requireOwn(caller, params.user_id, 'read');
    const row = findChannel(store, project.key, params.user_id, params.id);
    if (row === undefined) throw plainFailure(404, 'Contact channel not found.');
    return reply(toContactChannel(row));
  },
};

const changed = {
  value: z.string().optional(),
  type: z.literal('email').optional(),
  used_for_auth: z.boolean().optional(),
  is_primary: z.boolean().optional(),
};
const checksTyped = (fields: { readonly value?: string | undefined; readonly type?: string | undefined }) =>
  fields.value === undefined || fields.type === undefined || email.safeParse(fields.value).success;
const noEmail = { path: ['value'], params: { line: 'must be a valid email' } };
const clientChange = z.strictObject(changed).refine(checksTyped, noEmail);
const serverChange = z.strictObject({ ...changed, is_verified: z.boolean().optional() }).refine(checksTyped, noEmail);

/**
 * Updates a channel. A changed value becomes unverified unless a server says otherwise, and is only validated, and stored in lower case,
 * together with its type.
 */
export const updateContactChannel: Handler<RowOf<'contactChannels.update'>> = {
  accepts: { client: { body: clientChange }, server: { body: serverChange } },
  async run({ caller, store, project, release, params, body }) {
    requireOwn(caller, params.user_id, 'update');
    const row = findChannel(store, project.key, params.user_id, params.id);
    if (row === undefined) throw plainFailure(400, 'Contact channel not found');
    const { value: sent = row.value } = body;
    const value = body.value === undefined || body.type === undefined ? sent : storedEmail(release, sent);
    const usedForAuth = body.used_for_auth ?? row.used_for_auth === 1;
    const isPrimary = body.is_primary ?? row.is_primary === 1;
    const isVerified = ('is_verified' in body ? body.is_verified : undefined) ?? (row.is_verified === 1 && value === row.value);
    // A user can't have the same address twice, as in creation.
    const duplicate = channelOfUser(store, row.user, value);
    if (duplicate !== undefined && duplicate.key !== row.key) throw plainFailure(400, 'Contact channel already exists');
    const holder = usedForAuth ? findAuthChannel(store, project.key, value) : undefined;
    if (holder !== undefined && holder.key !== row.key) throw addressUsedForAuth(release, null);
    store.transaction(() => {
      if (isPrimary) demotePrimaryChannel(store, row.user);
      updateChannel(store, row.key, { value, isPrimary, isVerified, usedForAuth });
    });
    // The service stores the invalid value and then fails to respond.
    if (!email.safeParse(value).success) throw serviceFault('The stored value isn’t an email address.');
    return reply(requireContactChannel(findChannel(store, project.key, row.user_id, row.id)));
  },
};

export const deleteContactChannel: Handler<RowOf<'contactChannels.delete'>> = {
  async run({ caller, store, project, params }) {
    requireOwn(caller, params.user_id, 'delete');
    const row = findChannel(store, project.key, params.user_id, params.id);
    if (row === undefined) throw plainFailure(400, 'Contact channel not found');
    deleteChannel(store, row.key);
    return reply({ success: true as const });
  },
};

/** Contact channel objects of the API (wire/endpoints 0). */
function toContactChannel(row: ChannelRow): ContactChannel {
  return {
    id: row.id,
    user_id: row.user_id,
    type: 'email',
    value: row.value,
    is_primary: row.is_primary === 1,
    is_verified: row.is_verified === 1,
    used_for_auth: row.used_for_auth === 1,
  };
}
