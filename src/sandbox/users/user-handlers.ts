/** Handlers of users. */

import type { RowOf } from '#contract/service/index.ts';
import type { Handler } from '../http/context';
import { plainFailure } from '../http/failures';
import type { HandlersOf } from '../http/handler-types';
import { requireClientImage, requireUser } from '../http/requirements';
import { reply } from '../http/respond';
import { findUser } from '../stores/user-store';
import { previewAffectedUsers } from './affected-users';
import { ownUpdateInput, type UserUpdate, updateInput } from './user-input';
import { toOwnUser } from './user-object';
import { applyUserUpdate } from './user-update';
import { createAnyUser, deleteAnyUser, listUsers, readUser, removeUser, updateAnyUser } from './users';

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
