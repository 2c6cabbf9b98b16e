/** Paths that a release does not have yet, or no longer has. */
import newerCalls from '../../../fixtures/wire/newer-calls.json';
import type { Change } from '../change';
import { missingPage, violation, wrongMethod } from '../exchange';

/** The sandbox has some calls of later releases; this path is also one of the baseline, with other parameters. */
const inBaseline = new Set(['GET /team-invitations']);

const notYet: readonly Change[] = newerCalls
  .filter(({ method, path }) => !inBaseline.has(`${method} ${path}`))
  .map(({ since, method, path }) => ({
    source: `newer, ${method} ${path}`,
    since: '2.8.4',
    until: since,
    method,
    path,
    respond: missingPage,
  }));

const removed = (source: string, since: string, path: string): Change => ({ source, since, path, respond: missingPage });

export const pathChanges: readonly Change[] = [
  ...notYet,
  removed('wire/newer 2.6, 2.8.27', '2.8.27', '/email-templates'),
  removed('wire/newer 2.6, 2.8.27', '2.8.27', '/email-templates/{type}'),
  removed('wire/newer 2.5, 2.8.61; wire/corrections 2.8.86: configuration', '2.8.61', '/internal/config/override'),
  {
    source: 'wire/newer 1, 2.8.5: /projects/current keeps GET only',
    since: '2.8.5',
    path: '/projects/current',
    respond: async ({ request, forward }) => (request.method === 'GET' ? forward() : wrongMethod()),
  },
  {
    source: 'wire/newer 3, "invitations for me"',
    since: '2.8.4',
    until: '2.8.69',
    method: 'GET',
    path: '/team-invitations',
    async respond({ request, forward }) {
      if (request.query.user_id === undefined) return forward();
      const missing = request.query.team_id === undefined ? ['query.team_id must be defined'] : [];
      throw violation(request, ...missing, 'query contains unknown properties: user_id');
    },
  },
];
