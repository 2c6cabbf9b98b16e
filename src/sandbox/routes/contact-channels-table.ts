/** The behaviour of the rows of `contactChannels`. */
import type { HandlersOf } from './handlers';

export const contactChannelHandlers: HandlersOf<'contactChannels'> = {};
