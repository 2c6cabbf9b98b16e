/** Handlers of users. */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import type { Handler, HandlersOf } from '../http/context';
import { plainFailure, serviceFault } from '../http/failures';
import { requireClientImage, requireUser } from '../http/requirements';
import { reply } from '../http/respond';
import { countUnverifiedUsers, findUser, listUnverifiedUsers } from '../stores/user-store';
import { ownUpdateInput, type UserUpdate, updateInput } from './user-input';
import { toOwnUser } from './user-object';
import { applyUserUpdate } from './user-update';
import { createAnyUser, deleteAnyUser, listUsers, readUser, removeUser, updateAnyUser } from './users';

/** Which users a setting would restrict (wire/later 1: preview-affected-users). */
const query = z.strictObject({ limit: z.string().optional() });

/** No user is affected unless the setting goes from off to on. A limit that is no number is an unexpected error. */
const previewAffectedUsers: Handler<RowOf<'users.affected'>> = {
  accepts: { server: { query } },
  async run({ store, project, query, body }) {
    const limit = Number(query.limit ?? 10);
    if (!Number.isInteger(limit) || limit < 0) throw serviceFault(`${query.limit} is not a limit.`);
    const isOn = project.config.later?.requireEmailVerification ?? false;
    if (isOn || body.onboarding.require_email_verification !== true) return reply({ affected_users: [], total_affected_count: 0 });
    const affected_users = listUnverifiedUsers(store, project.key, limit).map(({ id, display_name, email }) => ({
      id,
      display_name,
      primary_email: email,
      restricted_reason: { type: 'email_not_verified' },
    }));
    return reply({ affected_users, total_affected_count: countUnverifiedUsers(store, project.key) });
  },
};

/** Endpoints of the signed-in user (wire/endpoints 4.1). */
const readOwnUser: Handler<RowOf<'users.me'>> = {
  async run(call) {
    return reply(toOwnUser(call, requireUser(call.caller), call.caller.access));
  },
};

/** Updates the signed-in user. Server access can change the same fields as for any user, clients only some. */
const updateOwnUser: Handler<RowOf<'users.updateMe'>, UserUpdate> = {
  accepts: (release) => ({ client: { body: ownUpdateInput(release) }, server: { body: updateInput(release) } }),
  async run(call) {
    const { caller, body, store, project } = call;
    const user = requireUser(caller);
    requireClientImage(caller, body.profile_image_url);
    await applyUserUpdate(call, project, user, body);
    return reply(toOwnUser(call, findUser(store, project.key, user.id) ?? user, caller.access));
  },
};

const deleteOwnUser: Handler<RowOf<'users.deleteMe'>> = {
  async run(call) {
    const { caller, project } = call;
    const user = requireUser(caller);
    if (caller.access === 'client' && !project.config.client_user_deletion_enabled) {
      throw plainFailure(400, 'Client user deletion is not enabled for this project');
    }
    removeUser(call, user);
    return reply({ success: true as const });
  },
};

export const userHandlers: HandlersOf<'users'> = {
  'users.me': readOwnUser,
  'users.updateMe': updateOwnUser,
  'users.deleteMe': deleteOwnUser,
  'users.list': listUsers,
  'users.create': createAnyUser,
  'users.read': readUser,
  'users.delete': deleteAnyUser,
  'users.update': updateAnyUser,
  'users.affected': previewAffectedUsers,
};
