/** Refresh tokens of deleted users go on working for a while. */
import type { Change, Exchange } from '../change';
import { fieldsOf, formOf, json, subjectOf } from '../exchange';

const source = 'wire/corrections 2.8.26: user deleted, 2.8.20-2.8.41';
const range = { source, since: '2.8.20', until: '2.8.42' } as const;

/** Subject of an access token that belongs to no user: well formed, and taken off the requests that carry it. */
const ghostSubject = 'deleted-user';

function ghostToken(): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const expires = Math.floor(Date.now() / 1000) + 600;
  return `${part({ alg: 'ES256' })}.${part({ sub: ghostSubject, iat: expires - 600, exp: expires })}.${part('')}`;
}

function isOfDeleted({ state }: Exchange, refreshToken: string | undefined): boolean {
  const user = state.usersByRefreshToken.get(refreshToken ?? '');
  return user !== undefined && state.deletedUsers.has(user);
}

const signIns = [
  '/auth/password/sign-up',
  '/auth/password/sign-in',
  '/auth/otp/sign-in',
  '/auth/mfa/sign-in',
  '/auth/anonymous/sign-up',
  '/auth/passkey/sign-in',
  '/auth/sessions',
];

export const deletedUserChanges: readonly Change[] = [
  ...signIns.map(
    (path): Change => ({
      ...range,
      method: 'POST',
      path,
      async respond({ request, forward, state }) {
        const response = await forward();
        const { refresh_token: token, user_id: id = fieldsOf(request.body).user_id } = fieldsOf(response.body);
        if (typeof token === 'string') state.usersByRefreshToken.set(token, String(id));
        return response;
      },
    }),
  ),
  {
    ...range,
    method: 'DELETE',
    path: '/users/{user_id}',
    async respond({ params, request, forward, state }) {
      const response = await forward();
      const id = params.user_id === 'me' ? subjectOf(request.headers['x-stack-access-token']) : params.user_id;
      if (response.status === 200 && id) state.deletedUsers.add(id);
      return response;
    },
  },
  {
    ...range,
    method: 'POST',
    path: '/auth/sessions/current/refresh',
    async respond(exchange) {
      return isOfDeleted(exchange, exchange.request.headers['x-stack-refresh-token'])
        ? json({ access_token: ghostToken() })
        : exchange.forward();
    },
  },
  {
    ...range,
    method: 'POST',
    path: '/auth/oauth/token',
    async respond(exchange) {
      const { refresh_token: token } = formOf(exchange.request.body);
      if (!isOfDeleted(exchange, token)) return exchange.forward();
      return json({ access_token: ghostToken(), token_type: 'Bearer', expires_in: 3600, scope: 'legacy' });
    },
  },
  {
    ...range,
    async respond({ request, forward }) {
      const { 'x-stack-access-token': token, ...headers } = request.headers;
      return subjectOf(token) === ghostSubject ? forward({ headers }) : forward();
    },
  },
];
