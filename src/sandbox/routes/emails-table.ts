/** The behaviour of the rows of `emails`. */
import type { HandlersOf } from './handlers';

export const emailHandlers: HandlersOf<'emails'> = {};
