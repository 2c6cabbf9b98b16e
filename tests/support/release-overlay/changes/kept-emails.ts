/** A primary email that is replaced or cleared stays an address of the user. */
import { emailTaken } from '../../../../src/sandbox/http/failures';
import { baseline } from '../../../../src/sandbox/releases/release';
import type { Change, Exchange } from '../change';
import { type Fields, fieldsOf, itemsOf, Refused, without } from '../exchange';

const emailFields = ['primary_email', 'primary_email_verified', 'primary_email_auth_enabled'] as const;

/** Sends a request about the user's addresses with the credentials of the one at hand. */
async function askChannels(exchange: Exchange, method: string, path: string, body?: Fields): Promise<Fields> {
  const { ask, request, params } = exchange;
  const userId = params.user_id ?? '';
  const to = { method, path: `/contact-channels${path}`, headers: { ...request.headers, 'content-type': 'application/json' } };
  const response = await (body === undefined ? ask({ ...to, query: { user_id: userId } }) : ask({ ...to, body: JSON.stringify(body) }));
  if (response.status === 409) throw emailTaken(baseline, String(body?.value));
  if (response.status >= 300) throw new Refused(response);
  return fieldsOf(response.body);
}

/** Demotes the address, and leaves everything else about it as it is. */
async function clearPrimary(exchange: Exchange, current: Fields): Promise<void> {
  await askChannels(exchange, 'PATCH', `/${exchange.params.user_id}/${current.id}`, { is_primary: false });
}

async function addPrimary(exchange: Exchange, value: string, flags: Fields): Promise<void> {
  const sent = fieldsOf(exchange.request.body);
  const used_for_auth = sent.primary_email_auth_enabled ?? flags.used_for_auth ?? false;
  const state = { is_primary: true, used_for_auth, is_verified: sent.primary_email_verified ?? false };
  const user_id = exchange.params.user_id ?? '';
  const own = itemsOf(await askChannels(exchange, 'GET', '')).find((channel) => channel.value === value);
  if (own === undefined) await askChannels(exchange, 'POST', '', { user_id, type: 'email', value, ...state });
  else await askChannels(exchange, 'PATCH', `/${user_id}/${own.id}`, { is_primary: true });
}

export const keptEmailChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: PATCH /users/{id} primary_email, 2.8.59 on',
    since: '2.8.59',
    method: 'PATCH',
    path: '/users/{user_id}',
    async respond(exchange) {
      const { request, params, forward } = exchange;
      const sent = fieldsOf(request.body);
      const isServer = ['server', 'admin'].includes(request.headers['x-stack-access-type'] ?? '');
      if (!isServer || params.user_id === 'me' || sent.primary_email === undefined) return forward();
      const current = itemsOf(await askChannels(exchange, 'GET', '')).find(({ is_primary: isPrimary }) => isPrimary === true);
      if (current === undefined || current.value === sent.primary_email) return forward();
      if (sent.primary_email === null) await clearPrimary(exchange, current);
      else if (typeof sent.primary_email === 'string') await addPrimary(exchange, sent.primary_email, current);
      return forward({ body: JSON.stringify(without(sent, ...emailFields)) });
    },
  },
];
