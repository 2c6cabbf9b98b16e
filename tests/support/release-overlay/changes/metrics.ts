/** Metrics of a project. */
import type { Change } from '../change';
import { edited, fieldsOf, itemsOf } from '../exchange';

/** Number of users in the list of those who registered last. */
const maxRegistered = 100;

export const metricsChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: GET /internal/metrics, recently_registered has up to 100 users from 2.8.85 on',
    since: '2.8.85',
    method: 'GET',
    path: '/internal/metrics',
    async respond({ forward, ask, projectHeaders }) {
      const response = await forward();
      if (response.status !== 200) return response;
      const query = { limit: String(maxRegistered), order_by: 'signed_up_at', desc: 'true' };
      const users = await ask({ method: 'GET', path: '/users', query, headers: projectHeaders('server') });
      return edited(response, (metrics) => ({ ...metrics, recently_registered: itemsOf(fieldsOf(users.body)) }));
    },
  },
];
