/** Probes that all servers support (wire/conventions 1, wire/endpoints 10). */
import { z } from 'zod';
import { endpoint } from '../definitions';

export const misc = {
  /** Returns the caller's access type in plain text. */
  root: endpoint({ method: 'GET', path: '', offered: false, actors: { none: { access: 'public', response: z.string() } } }),
  /** For a much newer client version, the server returns its own at the end of `error` (wire/newer 3). */
  checkVersion: endpoint({
    method: 'POST',
    path: '/check-version',
    effect: 'read',
    offered: false,
    actors: {
      none: {
        access: 'public',
        body: z.strictObject({ clientVersion: z.string() }),
        response: z.object({ upToDate: z.boolean(), error: z.string().optional(), severe: z.boolean().optional() }),
      },
    },
  }),
  /** Always returns, in plain text, that the feature is not supported. */
  checkFeatureSupport: endpoint({
    method: 'POST',
    path: '/check-feature-support',
    effect: 'read',
    offered: false,
    actors: { none: { access: 'public', body: z.strictObject({ feature_name: z.string() }), response: z.string() } },
  }),
};
