/** The release that the service names. */
import type { Change } from '../change';
import { edited, fieldsOf, json, violation } from '../exchange';

const path = { method: 'POST', path: '/check-version' } as const;

export const versionChanges: readonly Change[] = [
  {
    source: 'wire/newer 3, "server version": the text ends in the same words in the baseline and in 2.8.86',
    since: '2.8.5',
    until: '1.0.0',
    ...path,
    async respond({ request, release, forward }) {
      const { clientVersion, ...others } = fieldsOf(request.body);
      const unknown = Object.keys(others);
      if (unknown.length > 0) throw violation(request, `body contains unknown properties: ${unknown.join(', ')}`);
      return clientVersion === release ? json({ upToDate: true }) : naming(release, await forward());
    },
  },
  {
    source: 'wire/hexclave 4.4: the release is named to clients of renamed packages only',
    since: '1.0.0',
    ...path,
    async respond({ request, release, forward }) {
      const { clientVersion, clientPackageName = '' } = fieldsOf(request.body);
      if (!String(clientPackageName).startsWith('@hexclave/'))
        return json({
          upToDate: false,
          severe: true,
          error: 'This package has been renamed. Install the package of the same name under @hexclave.',
        });
      return clientVersion === release ? json({ upToDate: true }) : naming(release, await forward());
    },
  },
];

function naming(release: string, response: Parameters<typeof edited>[0]) {
  return edited(response, (fields) => ({ ...fields, error: String(fields.error).replace(/v[\d.]+\)\.$/, `v${release}).`) }));
}
