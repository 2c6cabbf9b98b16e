/** Handlers of webhooks (wire/endpoints 9.5). */
import type { RowOf } from '#contract/service/index.ts';
import type { Handler, HandlersOf } from '../http/context';
import { reply } from '../http/respond';

/**
 * Returns a token in the webhook provider's format, from 2.8.52 on with the address of the portal as a service with a hosted one sends it
 * (wire/corrections 2.8.86). The sandbox has no portal.
 */
const createWebhookToken: Handler<RowOf<'webhooks.token'>> = {
  ignoresQuery: true,
  async run({ random, release }) {
    const token = `appsk_${Buffer.from(random(20)).toString('base64url')}`;
    return reply({ token, ...(release.has('portal-url') ? { url: portalUrl(token) } : {}) }, 201);
  },
};

/** The portal signs in with the token, which is in the fragment of its URL. */
function portalUrl(token: string): string {
  return `https://portal.webhooks.example/login#key=${Buffer.from(token).toString('base64url')}`;
}

export const webhookHandlers: HandlersOf<'webhooks'> = {
  'webhooks.token': createWebhookToken,
};
