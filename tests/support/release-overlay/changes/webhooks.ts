/** The webhook portal of a service with the provider's hosted portal. */
import type { Change } from '../change';
import { edited } from '../exchange';

export const webhookChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: POST /webhooks/svix-token, from 2.8.52 on also url',
    since: '2.8.52',
    method: 'POST',
    path: '/webhooks/svix-token',
    respond: async ({ forward }) => edited(await forward(), (fields) => ({ ...fields, url: portalUrl(String(fields.token)) })),
  },
];

/** The portal signs in with the token, which is in the fragment of its URL. */
function portalUrl(token: string): string {
  return `https://portal.webhooks.example/login#key=${Buffer.from(token).toString('base64url')}`;
}
