/** The behaviour of the rows of `permissions`. */
import type { HandlersOf } from './handlers';

export const permissionHandlers: HandlersOf<'permissions'> = {};
