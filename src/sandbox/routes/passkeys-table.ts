/** The behaviour of the rows of `passkeys`. */
import type { HandlersOf } from './handlers';

export const passkeyHandlers: HandlersOf<'passkeys'> = {};
