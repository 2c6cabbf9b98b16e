/** Lists of users, and what is refused when one is changed. */
import { parseUrl } from '#contract/parse-url.ts';
import { plainFailure } from '#sandbox/http/failures.ts';
import type { Change } from '../change';
import { editedItems, fieldsOf, itemsOf, violation } from '../exchange';
import { restrictionOf } from './restricted-users';

export const userChanges: readonly Change[] = [
  {
    // Restricted users are left out of a page that the sandbox has cut already, so a page may be shorter than its limit.
    source: 'wire/corrections 2.8.86: users list; wire/newer 2.2, 2.8.59',
    since: '2.8.59',
    method: 'GET',
    path: '/users',
    async respond(exchange) {
      const { include_anonymous: anonymous, only_anonymous: only, include_restricted: restricted, ...query } = exchange.request.query;
      if (only === 'true' && anonymous !== 'true') throw plainFailure(400, 'only_anonymous=true requires include_anonymous=true');
      const filter = only === 'true' ? { only_anonymous: 'true' } : { include_anonymous: anonymous === 'true' ? 'true' : 'false' };
      const response = await exchange.forward({ query: { ...query, ...filter } });
      if (response.status !== 200 || anonymous === 'true' || restricted === 'true') return response;
      const { items, ...rest } = fieldsOf(response.body);
      const shown = itemsOf({ items }).filter((user) => restrictionOf(exchange, user) === null);
      return editedItems({ ...response, body: JSON.stringify({ ...rest, items: shown }) }, (user) => user);
    },
  },
  {
    source: 'wire/newer 2.2, 2.8.34: anonymous users are not listed by default',
    since: '2.8.34',
    until: '2.8.59',
    method: 'GET',
    path: '/users',
    respond: ({ request, forward }) => forward({ query: { include_anonymous: 'false', ...request.query } }),
  },
  {
    source: 'wire/corrections 2.8.26: profile_image_url "x" on /users/me',
    since: '2.8.26',
    method: 'PATCH',
    path: '/users/me',
    async respond({ request, forward }) {
      const { profile_image_url: image } = fieldsOf(request.body);
      const isUrl = typeof image !== 'string' || parseUrl(image) !== null;
      if (!isUrl) throw violation(request, 'body.profile_image_url is not a valid URL');
      return forward();
    },
  },
  {
    source: 'wire/newer 1, 2.8.13: the list of sessions of a user without one',
    since: '2.8.13',
    method: 'GET',
    path: '/auth/sessions',
    async respond({ forward }) {
      const response = await forward();
      if (response.status !== 500) return response;
      return { ...response, status: 200, body: JSON.stringify({ items: [], is_paginated: false }), headers: asJson(response.headers) };
    },
  },
];

function asJson(headers: Headers): Headers {
  headers.set('content-type', 'application/json; charset=utf-8');
  return headers;
}
