/** The release that the service names. */
import type { Change } from '../change';
import { edited, fieldsOf, json } from '../exchange';

export const versionChanges: readonly Change[] = [
  {
    source: 'wire/newer 3, "server version": the text ends in the same words in the baseline and in 2.8.86',
    since: '2.8.5',
    method: 'POST',
    path: '/check-version',
    async respond({ request, release, forward }) {
      if (fieldsOf(request.body).clientVersion === release) return json({ upToDate: true });
      const response = await forward();
      return edited(response, (fields) => ({ ...fields, error: String(fields.error).replace(/v[\d.]+\)\.$/, `v${release}).`) }));
    },
  },
];
