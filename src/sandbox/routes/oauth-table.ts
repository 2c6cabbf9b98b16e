/** The behaviour of the rows of `oauth`. */
import type { HandlersOf } from './handlers';

export const oauthHandlers: HandlersOf<'oauth'> = {};
