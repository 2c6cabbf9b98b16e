/** CLI login (wire/endpoints 1.7, wire/flows 12). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { success } from './models/fields';

/** Maximum lifetime (ms) of a login that is not completed (wire/limits 2). */
const maxLoginMillis = 86_400_000;

export const cli = {
  create: endpoint({
    method: 'POST',
    path: '/auth/cli',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ expires_in_millis: z.number().max(maxLoginMillis).optional() }).optional(),
        response: z.object({ polling_code: z.string(), login_code: z.string(), expires_at: z.iso.datetime() }),
      },
    },
  }),
  /** Passes a session's refresh token to the polling device. */
  complete: endpoint({
    method: 'POST',
    path: '/auth/cli/complete',
    offered: false,
    journal: { subject: { kind: 'session' }, before: null, undo: { none: 'session' } },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ login_code: z.string(), refresh_token: z.string() }),
        response: success,
      },
    },
  }),
  /** Returns the token exactly once. */
  poll: endpoint({
    method: 'POST',
    path: '/auth/cli/poll',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ polling_code: z.string() }),
        response: z.union([
          z.object({ status: z.literal('success'), refresh_token: z.string() }),
          z.object({ status: z.enum(['waiting', 'expired', 'used']) }),
        ]),
      },
    },
  }),
};
