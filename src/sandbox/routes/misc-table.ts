/** The behaviour of the rows of `misc`. */
import type { HandlersOf } from './handlers';

export const miscHandlers: HandlersOf<'misc'> = {};
