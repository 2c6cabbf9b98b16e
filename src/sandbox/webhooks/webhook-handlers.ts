/** The behaviour of the rows of `webhooks`. */
import type { HandlersOf } from '../server/handler-types';
import { createWebhookToken } from './webhooks';

export const webhookHandlers: HandlersOf<'webhooks'> = { 'webhooks.token': createWebhookToken };
