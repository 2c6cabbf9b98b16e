/**
 * The service's own clients on later releases: their requests, as they were recorded, with what each of them demands of a response
 * (wire/hexclave 2.1, 3.1, 4.2). The recorded clients are `@stackframe/js` 2.8.39, 2.8.77, 2.8.102 and 2.8.108.
 */
import { describe, expect, it } from 'vitest';
import { type ReleaseScene, readClaims, releaseScene } from '../release-scene';

interface Client {
  readonly version: string;
  readonly prefix: 'x-stack-' | 'x-hexclave-';
  /** Claims without which it rejects a token. */
  readonly claims: readonly string[];
  /** Fields without which it fails in a user that a server reads. */
  readonly serverFields: readonly string[];
}

const fromEarly = ['sub', 'iss', 'aud', 'project_id', 'branch_id', 'refresh_token_id', 'role', 'name', 'email', 'selected_team_id'];
const from2877 = [...fromEarly, 'email_verified', 'is_anonymous', 'iat', 'is_restricted', 'requires_totp_mfa', 'restricted_reason'];
const from2880 = [...from2877, 'signed_up_at'];

const clients: readonly Client[] = [
  { version: '2.8.39', prefix: 'x-stack-', claims: [], serverFields: [] },
  { version: '2.8.77', prefix: 'x-stack-', claims: from2877, serverFields: [] },
  { version: '2.8.102', prefix: 'x-stack-', claims: from2880, serverFields: ['risk_scores'] },
  { version: '2.8.108', prefix: 'x-hexclave-', claims: from2880, serverFields: ['risk_scores'] },
];

/** What a tour has learned so far, which later requests contain. */
interface Learned {
  access: string;
  refresh: string;
  teamId: string;
  userId: string;
}

interface Step {
  readonly access: 'client' | 'server' | 'admin';
  readonly request: (learned: Learned) => readonly [method: string, path: string, body?: unknown];
  readonly status?: number;
}

const account = { email: 'tour@x.example', password: 'Passw0rd-for-tour' };
const anyone = '11111111-2222-4333-8444-555555555555';

const steps: readonly Step[] = [
  {
    access: 'client',
    request: () => ['POST', '/auth/password/sign-up', { ...account, verification_callback_url: 'http://localhost:1/v' }],
  },
  { access: 'client', request: () => ['GET', '/users/me'] },
  { access: 'client', request: () => ['PATCH', '/users/me', { display_name: 'Tour' }] },
  { access: 'client', request: () => ['POST', '/teams', { display_name: 'T', creator_user_id: 'me' }], status: 201 },
  { access: 'client', request: ({ teamId }) => ['PATCH', '/users/me', { selected_team_id: teamId }] },
  { access: 'client', request: () => ['GET', '/teams?user_id=me'] },
  { access: 'client', request: () => ['GET', '/auth/sessions?user_id=me'] },
  { access: 'client', request: () => ['GET', '/contact-channels?user_id=me'] },
  { access: 'client', request: () => ['POST', '/auth/password/sign-in', { ...account, password: 'wrong-password' }], status: 400 },
  { access: 'client', request: () => ['POST', '/auth/password/sign-in', account] },
  { access: 'server', request: () => ['GET', '/users?'] },
  { access: 'server', request: () => ['POST', '/users', { primary_email: 'made@x.example' }], status: 201 },
  { access: 'server', request: ({ userId }) => ['GET', `/users/${userId}`] },
  { access: 'server', request: () => ['GET', `/users/${anyone}`], status: 404 },
  { access: 'server', request: () => ['GET', '/teams?'] },
  { access: 'admin', request: () => ['GET', '/internal/projects/current'] },
  { access: 'admin', request: () => ['PATCH', '/internal/projects/current', { display_name: 'Toured', config: {} }] },
  { access: 'admin', request: () => ['GET', '/internal/api-keys'] },
  { access: 'admin', request: () => ['GET', '/team-permission-definitions'] },
  { access: 'client', request: () => ['DELETE', '/auth/sessions/current', {}] },
];

function headersOf({ prefix, version }: Client, { sandbox }: ReleaseScene, access: Step['access'], learned: Learned) {
  const keys = {
    'publishable-client-key': sandbox.keys.publishable_client_key,
    ...(access === 'client' ? {} : { 'secret-server-key': sandbox.keys.secret_server_key }),
    ...(access === 'admin' ? { 'super-secret-admin-key': sandbox.keys.super_secret_admin_key } : {}),
    ...(access === 'client' && learned.access !== '' ? { 'access-token': learned.access, 'refresh-token': learned.refresh } : {}),
  };
  const own = {
    'override-error-status': 'true',
    'project-id': sandbox.project.id,
    'access-type': access,
    'client-version': `js @stackframe/js@${version}`,
    'allow-anonymous-user': 'true',
    'random-nonce': 'n'.repeat(45),
    ...keys,
  };
  const named = Object.entries(own).map(([name, value]) => [`${prefix}${name}`, value]);
  return { ...Object.fromEntries(named), 'ngrok-skip-browser-warning': 'true' };
}

/** Takes one step. Returns the real status, as the client reads it, and the body. */
async function take(client: Client, scene: ReleaseScene, step: Step, learned: Learned) {
  const [method, path, body] = step.request(learned);
  const headers = {
    ...headersOf(client, scene, step.access, learned),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await scene.sandbox.raw(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  const status = Number(response.headers.get(`${client.prefix}actual-status`) ?? response.status);
  const { access_token, refresh_token, id } = response.json;
  if (typeof access_token === 'string') Object.assign(learned, { access: access_token, refresh: refresh_token });
  if (path === '/teams' && typeof id === 'string') learned.teamId = id;
  if (path === '/users' && typeof id === 'string') learned.userId = id;
  return { ...response, what: `${method} ${path}`, status };
}

describe.each(
  clients.flatMap((client) => ['2.8.109', '1.0.0', '1.0.125'].map((release) => ({ client, release, version: client.version }))),
)('client $version on $release', ({ client, release }) => {
  it('does everything, with the claims and fields that it demands', async () => {
    const scene = await releaseScene(release);
    const learned: Learned = { access: '', refresh: '', teamId: '', userId: '' };
    for (const step of steps) {
      const { what, status, json, items } = await take(client, scene, step, learned);
      expect([what, status]).toEqual([what, step.status ?? 200]);
      if (typeof json.access_token === 'string')
        expect(Object.keys(readClaims(json.access_token))).toEqual(expect.arrayContaining([...client.claims]));
      const read =
        step.access === 'server' && what.includes('/users') && status < 300
          ? [json, ...items].filter((user) => 'primary_email' in user)
          : [];
      for (const user of read) expect(Object.keys(user)).toEqual(expect.arrayContaining([...client.serverFields]));
    }
  });

  it('refreshes its session, with its key and without (wire/newer 2.1, 2.8.71)', async () => {
    const scene = await releaseScene(release);
    const { json } = await scene.call('client', 'POST /auth/password/sign-up', { body: account });
    for (const client_secret of [scene.sandbox.keys.publishable_client_key, '__stack_public_client__']) {
      const fields = {
        refresh_token: String(json.refresh_token),
        grant_type: 'refresh_token',
        client_id: scene.sandbox.project.id,
        client_secret,
      };
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status, json: refreshed } = await scene.sandbox.raw(
        'POST',
        '/auth/oauth/token',
        type,
        new URLSearchParams(fields).toString(),
      );
      expect([status, refreshed.token_type]).toEqual([200, 'Bearer']);
      const { exp, iat } = readClaims(String(refreshed.access_token));
      // A client rejects a new token with less than 20 seconds (wire/hexclave 3.3).
      expect(Number(exp) - Number(iat)).toBe(600);
    }
  });
});

it.each([
  ['2.8.86', '2.8.108', 400],
  ['2.8.76', '2.8.102', 200],
])('a server of %s, which client %s is too new for', async (release, version, status) => {
  const client = clients.find((each) => each.version === version);
  const scene = await releaseScene(release);
  if (client === undefined || steps[0] === undefined) throw new Error('There is no such client.');
  const taken = await take(client, scene, steps[0], { access: '', refresh: '', teamId: '', userId: '' });
  expect(taken.status).toBe(status);
  if (status === 200) expect(Object.keys(readClaims(String(taken.json.access_token)))).not.toContain('signed_up_at');
});
