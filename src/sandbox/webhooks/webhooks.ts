/** The way into the webhook provider's portal (wire/endpoints 9.5). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../server/context';
import { reply } from '../server/respond';

/** Hands out a token of the provider's form; the sandbox has no portal behind it. */
export const createWebhookToken: Handler<RowOf<'webhooks.token'>> = {
  ignoresQuery: true,
  async run({ random }) {
    return reply({ token: `appsk_${Buffer.from(random(20)).toString('base64url')}` }, 201);
  },
};
