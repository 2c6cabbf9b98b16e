/** The behaviour of the rows of `webhooks`. */
import type { HandlersOf } from './handlers';

export const webhookHandlers: HandlersOf<'webhooks'> = {};
