/** Sign-in, tokens and sessions (endpoints 1, flows 1). */
import { z } from 'zod';
import { endpoint } from '../kit';
import { email, id, listOf, password, strictEmail, success, url, userIdOrMe } from './fields';
import { session, signedIn } from './models';

export const auth = {
  passwordSignUp: endpoint({
    method: 'POST',
    path: '/auth/password/sign-up',
    offered: false,
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ email: strictEmail, password, verification_callback_url: url }),
        response: signedIn,
      },
    },
  }),
  passwordSignIn: endpoint({
    method: 'POST',
    path: '/auth/password/sign-in',
    offered: false,
    actors: { none: { access: 'client', body: z.strictObject({ email, password }), response: signedIn } },
  }),
  anonymousSignUp: endpoint({
    method: 'POST',
    path: '/auth/anonymous/sign-up',
    offered: false,
    actors: { none: { access: 'client', response: signedIn } },
  }),
  /** The direct form of a refresh (flows 1.3); the token travels in `x-stack-refresh-token`. */
  refresh: endpoint({
    method: 'POST',
    path: '/auth/sessions/current/refresh',
    offered: false,
    actors: { none: { access: 'client', response: z.object({ access_token: z.string() }) } },
  }),
  /** The OAuth form of a refresh (flows 1.3). `expires_in` is meaningless and therefore not read. */
  token: endpoint({
    method: 'POST',
    path: '/auth/oauth/token',
    offered: false,
    actors: {
      none: {
        access: 'public',
        bodyType: 'form',
        body: z.object({
          grant_type: z.literal('refresh_token'),
          refresh_token: z.string(),
          client_id: z.string(),
          client_secret: z.string(),
        }),
        response: z.object({ access_token: z.string() }),
      },
    },
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/current',
    effect: 'write',
    offered: false,
    actors: { account: { access: 'client', response: success } },
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOf(session) },
      project: { access: 'server', query: z.strictObject({ user_id: id }), response: listOf(session) },
    },
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    params: z.strictObject({ id }),
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: success },
      project: { access: 'server', query: z.strictObject({ user_id: id }), response: success },
    },
  }),
};
