/** Endpoints of the signed-in user (wire/endpoints 4.1). */
import type { z } from 'zod';
import type { RowOf } from '../../contract/service';
import { userUpdate } from '../../contract/service/users';
import type { Caller, Handler } from '../server/context';
import { knownError, plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import { toOwnUser } from './user-object';
import { deleteUser, findUser, type UserRow } from './user-store';
import { applyUserUpdate } from './user-update';

const clientImage = /^data:image\/(png|jpg|jpeg|gif|bmp|webp);base64,/;

/** Returns the signed-in user. Throws CANNOT_GET_OWN_USER_WITHOUT_USER. */
export function requireUser(caller: Caller): UserRow {
  if (caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
  return caller.user;
}

/** Requires that clients only send images as data URLs, for users and teams (wire/limits 1). */
export function requireClientImage(caller: Caller, image: string | null | undefined): void {
  if (caller.access === 'client' && typeof image === 'string' && !clientImage.test(image))
    throw plainFailure(400, 'Invalid profile image URL');
}

export const readOwnUser: Handler<RowOf<'users.me'>> = {
  async run({ caller }) {
    return reply(toOwnUser(requireUser(caller), caller.access));
  },
};

/** Updates the signed-in user. Server access can change the same fields as for any user, clients only some. */
export const updateOwnUser: Handler<RowOf<'users.updateMe'>, z.output<typeof userUpdate>> = {
  accepts: { server: { body: userUpdate } },
  async run(call) {
    const { caller, body, store, project } = call;
    const user = requireUser(caller);
    requireClientImage(caller, body.profile_image_url);
    await applyUserUpdate(call, project, user, body);
    return reply(toOwnUser(findUser(store, project.key, user.id) ?? user, caller.access));
  },
};

export const deleteOwnUser: Handler<RowOf<'users.deleteMe'>> = {
  async run({ caller, store, project }) {
    const user = requireUser(caller);
    if (caller.access === 'client' && !project.config.client_user_deletion_enabled) {
      throw plainFailure(400, 'Client user deletion is not enabled for this project');
    }
    store.transaction(() => deleteUser(store, user.key));
    return reply({ success: true as const });
  },
};
