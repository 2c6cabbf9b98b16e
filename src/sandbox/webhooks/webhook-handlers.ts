/** Handlers of webhooks (wire/endpoints 9.5). */
import type { RowOf } from '#contract/service/index.ts';
import type { Handler } from '../http/context';
import type { HandlersOf } from '../http/handler-types';
import { reply } from '../http/respond';

/** Returns a token in the webhook provider's format. The sandbox has no portal. */
const createWebhookToken: Handler<RowOf<'webhooks.token'>> = {
  ignoresQuery: true,
  async run({ random }) {
    return reply({ token: `appsk_${Buffer.from(random(20)).toString('base64url')}` }, 201);
  },
};

export const webhookHandlers: HandlersOf<'webhooks'> = {
  'webhooks.token': createWebhookToken,
};
