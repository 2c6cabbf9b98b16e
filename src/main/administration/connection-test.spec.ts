import { expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, knownError, response, seededRandom } from '#tests/support/main/test-ports.ts';
import { sampleProject } from '#tests/support/samples/sample-project.ts';
import type { TransportRequest, TransportResponse } from '../ports/ports';
import { keysInHand } from '../remote/project-keys';
import { createSender, type TokenSource } from '../remote/send';
import { testConnection } from './connection-test';

const keys = { client: 'pck', server: 'ssk', admin: 'sak' };
const apiRoot = response('Welcome to the Stack API endpoint!\n\nAuthentication: None\n');
const noProject = response('Project not found', { status: 404 });
const failed = response('Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: r\n', { status: 500 });

/** Returns the outcomes of a test by the name of the check; requests with a key get `refusal`. */
async function outcomes(
  refusal: (request: TransportRequest) => TransportResponse,
  given: Partial<typeof keys> = keys,
  jwks = noProject,
  owner?: TokenSource,
) {
  const clock = createFakeClock();
  const transport = createScriptedTransport((request) => {
    if (request.url.endsWith('/api/v1') || request.url.endsWith('/health')) return apiRoot;
    if (request.url.includes('jwks.json')) return jwks;
    return request.url.endsWith('/check-version') ? response({ upToDate: true }) : refusal(request);
  });
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  const target = { baseUrl: 'https://x.test', projectId: 'p', keys: keysInHand(given), ...(owner ? { owner } : {}) };
  const { checks } = await testConnection(target, { transport, sender, clock });
  return Object.fromEntries(checks.map(({ name, outcome, error }) => [name, error === undefined ? outcome : `${outcome}: ${error.code}`]));
}

test.each<[string, (request: TransportRequest) => TransportResponse]>([
  [
    '2.8.4',
    ({ headers }) =>
      knownError(headers['x-stack-access-type'] === 'client' ? 'INVALID_PUBLISHABLE_CLIENT_KEY' : 'INVALID_SECRET_SERVER_KEY', 401),
  ],
  ['2.8.26', () => failed],
  ['2.8.27', () => knownError('CURRENT_PROJECT_NOT_FOUND', 400)],
])('checks no key when the project is unknown: release %s', async (_release, refusal) => {
  expect(await outcomes(refusal)).toEqual({
    reach: 'ok',
    project: 'refused: project-not-found',
    client: 'not-checked',
    server: 'not-checked',
    admin: 'not-checked',
  });
});

test('a missing key is reported as missing when the project is unknown', async () => {
  expect(await outcomes(() => failed, { client: 'pck' })).toMatchObject({ client: 'not-checked', server: 'missing', admin: 'missing' });
});

test('a failing service is reported for each key where the project is known', async () => {
  expect(await outcomes(() => failed, keys, response({ keys: [] }))).toMatchObject({
    project: 'ok',
    client: 'refused: service-error',
    server: 'refused: service-error',
    admin: 'refused: service-error',
  });
});

/** Returns the outcomes of both checks of admin access; the service accepts the owner's token and rejects every key. */
async function administration(owner: TokenSource['tokens']) {
  const refuseKeys = ({ headers }: TransportRequest) =>
    headers['x-stack-super-secret-admin-key'] === undefined ? response(sampleProject) : knownError('INVALID_SUPER_SECRET_ADMIN_KEY', 401);
  const { admin, owner: own } = await outcomes(refuseKeys, { admin: 'sak' }, response({ keys: [] }), {
    tokens: owner,
    refuse: () => undefined,
  });
  return { admin, owner: own };
}

test('an admin key and an owner’s session are checked separately', async () => {
  expect(await administration(async () => ({ access: 'own', refresh: null }))).toEqual({ admin: 'refused: known-error', owner: 'ok' });
});

test('reports an owner who is signed out', async () => {
  expect(await administration(() => Promise.reject(fail('owner-signed-out')))).toEqual({
    admin: 'refused: known-error',
    owner: 'refused: owner-signed-out',
  });
});
