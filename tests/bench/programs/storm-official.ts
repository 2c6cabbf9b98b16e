/** The service's own client in a storm of calls. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OfficialPackage } from '../lib/official-client';
import { serveStorm } from '../lib/storm-client';

const file = join(process.cwd(), 'out', 'bench', 'official', 'client.js');
const { StackClientInterface } = (await import(pathToFileURL(file).href)) as OfficialPackage;

serveStorm(async ({ url, refreshToken, accessToken }) => {
  const client = new StackClientInterface({
    getBaseUrl: () => url,
    extraRequestHeaders: {},
    clientVersion: 'electron @latchkey/desktop@0.0.0',
    projectId: 'p',
    publishableClientKey: 'pck_of_the_project',
  });
  const session = client.createSession({ refreshToken, accessToken });
  return async () => (await client.sendClientRequest('/users/me', {}, session)).json();
});
