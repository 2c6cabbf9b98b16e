/** Webhooks (wire/endpoints 9.5). */
import { z } from 'zod';
import { endpoint } from '../kit';
import { empty } from './models/fields';
import { secretText } from './models/secret';

export const webhooks = {
  /** Opens the webhook provider's app portal for the application named after the project's ID. */
  token: endpoint({
    method: 'POST',
    path: '/webhooks/svix-token',
    effect: 'read',
    secrets: { response: ['token'] },
    actors: { project: { access: 'admin', body: empty, response: z.object({ token: secretText }) } },
  }),
};
