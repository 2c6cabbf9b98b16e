/** Handlers of users. */

import type { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { userUpdate } from '#contract/service/users.ts';
import type { Handler } from '../http/context';
import { plainFailure } from '../http/failures';
import type { HandlersOf } from '../http/handler-types';
import { requireClientImage, requireUser } from '../http/requirements';
import { reply } from '../http/respond';
import { deleteUser, findUser } from '../stores/user-store';
import { toOwnUser } from './user-object';
import { applyUserUpdate } from './user-update';
import { createAnyUser, deleteAnyUser, listUsers, readUser, updateAnyUser } from './users';

/** Endpoints of the signed-in user (wire/endpoints 4.1). */
const readOwnUser: Handler<RowOf<'users.me'>> = {
  async run({ caller }) {
    return reply(toOwnUser(requireUser(caller), caller.access));
  },
};

/** Updates the signed-in user. Server access can change the same fields as for any user, clients only some. */
const updateOwnUser: Handler<RowOf<'users.updateMe'>, z.output<typeof userUpdate>> = {
  accepts: { server: { body: userUpdate } },
  async run(call) {
    const { caller, body, store, project } = call;
    const user = requireUser(caller);
    requireClientImage(caller, body.profile_image_url);
    await applyUserUpdate(call, project, user, body);
    return reply(toOwnUser(findUser(store, project.key, user.id) ?? user, caller.access));
  },
};

const deleteOwnUser: Handler<RowOf<'users.deleteMe'>> = {
  async run({ caller, store, project }) {
    const user = requireUser(caller);
    if (caller.access === 'client' && !project.config.client_user_deletion_enabled) {
      throw plainFailure(400, 'Client user deletion is not enabled for this project');
    }
    store.transaction(() => deleteUser(store, user.key));
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
};
