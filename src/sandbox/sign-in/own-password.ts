/** Endpoints of the signed-in user's password (wire/endpoints 1.1, wire/flows 13). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../server/context';
import { knownError, plainFailure } from '../server/failures';
import { reply } from '../server/respond';
import { deleteSessionsOfUser } from '../sessions/session-store';
import { requireUser } from '../users/own-user';
import { findUser, updateUser } from '../users/user-store';
import { hashPassword, matchesPassword, requireLongEnough, requirePasswordSignIn } from './passwords';

/** Sets the first password of a user; sessions are kept. */
export const setPassword: Handler<RowOf<'auth.setPassword'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run({ caller, project, store, body }) {
    const user = requireUser(caller);
    requirePasswordSignIn(project);
    requireLongEnough(body.password);
    const requireNone = (hash: string | null | undefined) => {
      if (hash !== null) throw plainFailure(400, 'User already has a password set.');
    };
    requireNone(user.password_hash);
    const password_hash = await hashPassword(body.password);
    store.transaction(() => {
      // Another request may have set a password during hashing.
      requireNone(findUser(store, project.key, user.id)?.password_hash);
      updateUser(store, user.key, { password_hash });
    });
    return reply({ success: true as const });
  },
};

/** Changes the password and ends all sessions except that of `x-stack-refresh-token`. */
export const updatePassword: Handler<RowOf<'auth.updatePassword'>> = {
  ignoresQuery: true,
  needsUser: true,
  async run({ caller, project, store, body, header }) {
    const user = requireUser(caller);
    requirePasswordSignIn(project);
    requireLongEnough(body.new_password);
    if (user.password_hash === null) throw knownError('USER_DOES_NOT_HAVE_PASSWORD');
    if (!(await matchesPassword(body.old_password, user.password_hash))) throw knownError('PASSWORD_CONFIRMATION_MISMATCH');
    const password_hash = await hashPassword(body.new_password);
    store.transaction(() => {
      // Another request may have changed the password during hashing.
      const current = findUser(store, project.key, user.id)?.password_hash;
      if (current !== user.password_hash) throw knownError('PASSWORD_CONFIRMATION_MISMATCH');
      updateUser(store, user.key, { password_hash });
      deleteSessionsOfUser(store, user.key, header('x-stack-refresh-token'));
    });
    return reply({ success: true as const });
  },
};
