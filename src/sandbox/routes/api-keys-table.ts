/** The behaviour of the rows of `apiKeys`. */
import type { HandlersOf } from './handlers';

export const apiKeyHandlers: HandlersOf<'apiKeys'> = {};
