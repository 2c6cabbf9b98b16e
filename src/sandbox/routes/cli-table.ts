/** The behaviour of the rows of `cli`. */
import type { HandlersOf } from './handlers';

export const cliHandlers: HandlersOf<'cli'> = {};
