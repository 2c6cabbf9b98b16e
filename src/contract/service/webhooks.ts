/** Webhooks (wire/endpoints 9.5). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { empty } from './models/fields';
import { secretText } from './models/secret';

export const webhooks = {
  /**
   * Opens the webhook provider's app portal for the application named after the project's ID. From 2.8.52 on, a service with a hosted provider
   * also reports the portal's URL, which may contain the token.
   */
  token: endpoint({
    method: 'POST',
    path: '/webhooks/svix-token',
    effect: 'read',
    secrets: { response: ['token', 'url'] },
    actors: { project: { access: 'admin', body: empty, response: z.object({ token: secretText, url: secretText.nullish() }) } },
  }),
};
