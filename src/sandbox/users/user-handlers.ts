/** Handlers of users. */
import type { HandlersOf } from '../http/handler-types';
import { deleteOwnUser, readOwnUser, updateOwnUser } from './own-user';
import { createAnyUser, deleteAnyUser, listUsers, readUser, updateAnyUser } from './users';

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
