import { beforeAll, describe, expect, it } from 'vitest';
import { accessTokenSeconds } from '#contract/limits.ts';
import { createRepeatableRandom } from '../seed/repeatable-random';
import { demoProjectId } from '../seed/seed-projects';
import { startSession } from '../sessions/access-tokens';
import { findUsableKeySet } from '../stores/key-set-store';
import { findProject } from '../stores/project-store';
import { insertUser, updateUser } from '../stores/user-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let expired: string;
let foreign: string;
let internalOwner: string;

const random = createRepeatableRandom(99);
const context = () => ({ ...test.context, random });

beforeAll(async () => {
  test = await createTestSandbox();
  expired = (await test.signIn()).access_token;
  test.clock.advance(accessTokenSeconds * 1000);
  token = (await test.signIn()).access_token;
  const internal = findProject(test.store, 'internal');
  if (internal === undefined) throw new Error('no internal project');
  const owner = test.store.one<{ key: number; id: string }>('SELECT key, id FROM users WHERE project = ?', [internal.key]);
  if (owner === undefined) throw new Error('no owner');
  internalOwner = (await startSession(context(), internal, owner)).access_token;
  foreign = internalOwner;
});

const id = { 'x-stack-project-id': demoProjectId };
const type = (access: string) => ({ 'x-stack-access-type': access });

describe('order of checks', () => {
  const json = { 'content-type': 'application/json' };
  const cases: [string, () => Record<string, string>, string, string, string | undefined, string][] = [
    [
      'a body that does not parse comes before everything',
      () => ({ ...id, ...type('nonsense'), ...json }),
      'POST',
      '/auth/password/sign-in',
      '{',
      'BODY_PARSING_ERROR',
    ],
    [
      'a bad access token comes before the missing access type',
      () => ({ ...id, 'x-stack-access-token': 'x' }),
      'GET',
      '/users/me',
      undefined,
      'UNPARSABLE_ACCESS_TOKEN',
    ],
    [
      'an access token without project id is not looked at',
      () => ({ 'x-stack-access-token': 'x' }),
      'GET',
      '/users/me',
      undefined,
      'ACCESS_TYPE_REQUIRED',
    ],
    [
      'a bad access token comes before a wrong key',
      () => ({ ...test.headers('client', 'x'), 'x-stack-publishable-client-key': 'pck_x' }),
      'GET',
      '/users/me',
      undefined,
      'UNPARSABLE_ACCESS_TOKEN',
    ],
    [
      'an expired one too',
      () => ({ ...test.headers('client', expired), 'x-stack-publishable-client-key': 'pck_x' }),
      'GET',
      '/users/me',
      undefined,
      'ACCESS_TOKEN_EXPIRED',
    ],
    [
      'one of another project too',
      () => test.headers('client', foreign),
      'GET',
      '/users/me',
      undefined,
      'INVALID_PROJECT_FOR_ACCESS_TOKEN',
    ],
    [
      'public endpoints check the token as well',
      () => ({ ...id, 'x-stack-access-token': 'x' }),
      'POST',
      '/check-feature-support',
      undefined,
      'UNPARSABLE_ACCESS_TOKEN',
    ],
    [
      'a key without access type',
      () => ({ ...id, 'x-stack-secret-server-key': 'ssk_x' }),
      'GET',
      '/users',
      undefined,
      'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    ],
    [
      'an admin token without access type',
      () => ({ ...id, 'x-stack-admin-access-token': 'x' }),
      'GET',
      '/users',
      undefined,
      'PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    ],
    ['an unknown access type', () => ({ ...id, ...type('owner') }), 'GET', '/users', undefined, 'INVALID_ACCESS_TYPE'],
    ['an access type without project', () => type('server'), 'GET', '/users', undefined, 'ACCESS_TYPE_WITHOUT_PROJECT_ID'],
    ['a project id alone', () => id, 'GET', '/users', undefined, 'ACCESS_TYPE_REQUIRED'],
    ['client access without key', () => ({ ...id, ...type('client') }), 'GET', '/users/me', undefined, 'CLIENT_AUTHENTICATION_REQUIRED'],
    ['server access without key', () => ({ ...id, ...type('server') }), 'GET', '/users', undefined, 'SERVER_AUTHENTICATION_REQUIRED'],
    ['admin access without key', () => ({ ...id, ...type('admin') }), 'GET', '/users', undefined, 'ADMIN_AUTHENTICATION_REQUIRED'],
    [
      'an empty key counts as absent',
      () => ({ ...id, ...type('server'), 'x-stack-secret-server-key': '' }),
      'GET',
      '/users',
      undefined,
      'SERVER_AUTHENTICATION_REQUIRED',
    ],
    [
      'keys do not substitute for each other',
      () => ({ ...id, ...type('client'), 'x-stack-secret-server-key': test.keys.secret_server_key }),
      'GET',
      '/users/me',
      undefined,
      'CLIENT_AUTHENTICATION_REQUIRED',
    ],
    [
      'an unknown project shows as a wrong key',
      () => ({ ...test.headers('server'), 'x-stack-project-id': 'nope' }),
      'GET',
      '/users',
      undefined,
      'INVALID_SECRET_SERVER_KEY',
    ],
    [
      'a wrong publishable key',
      () => ({ ...id, ...type('client'), 'x-stack-publishable-client-key': 'pck_x' }),
      'GET',
      '/users/me',
      undefined,
      'INVALID_PUBLISHABLE_CLIENT_KEY',
    ],
    [
      'a wrong admin key',
      () => ({ ...id, ...type('admin'), 'x-stack-super-secret-admin-key': 'sak_x' }),
      'GET',
      '/users/me',
      undefined,
      'INVALID_SUPER_SECRET_ADMIN_KEY',
    ],
    [
      'an admin token that is none comes before keys',
      () => ({ ...test.headers('server'), 'x-stack-admin-access-token': 'x' }),
      'GET',
      '/users',
      undefined,
      'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    ],
    [
      'an admin token of another project',
      () => ({ ...id, ...type('server'), 'x-stack-admin-access-token': token }),
      'GET',
      '/users',
      undefined,
      'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    ],
    [
      'an expired admin token',
      () => ({ ...id, ...type('server'), 'x-stack-admin-access-token': expired }),
      'GET',
      '/users',
      undefined,
      'ADMIN_ACCESS_TOKEN_EXPIRED',
    ],
    [
      '"me" without user comes before missing headers',
      () => ({}),
      'GET',
      '/auth/sessions?user_id=me',
      undefined,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    ],
    [
      '"me" without user comes before unknown properties',
      () => test.headers('client'),
      'GET',
      '/teams?user_id=me&x=1',
      undefined,
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
    ],
    [
      'but not before a wrong key',
      () => ({ ...id, ...type('client'), 'x-stack-publishable-client-key': 'pck_x' }),
      'GET',
      '/auth/sessions?user_id=me',
      undefined,
      'INVALID_PUBLISHABLE_CLIENT_KEY',
    ],
    ['/users/me is an endpoint of its own', () => ({}), 'GET', '/users/me', undefined, 'ACCESS_TYPE_REQUIRED'],
    ['no access type comes before other violations', () => ({}), 'GET', '/users?limit=x', undefined, 'ACCESS_TYPE_REQUIRED'],
    [
      'too little access comes before other violations',
      () => test.headers('client'),
      'GET',
      '/users?limit=x',
      undefined,
      'INSUFFICIENT_ACCESS_TYPE',
    ],
    ['violations come before the endpoint', () => test.headers('client'), 'PATCH', '/users/me?x=1', undefined, 'SCHEMA_ERROR'],
    ['then the endpoint', () => test.headers('client'), 'GET', '/users/me', undefined, 'CANNOT_GET_OWN_USER_WITHOUT_USER'],
  ];

  it.each(cases)('%s', async (_what, headers, method, path, body, code) => {
    const answer = await test.raw(method, path, headers(), body);
    expect(answer.json.code).toBe(code);
    expect(answer.headers.get('x-stack-known-error')).toBe(code);
  });
});

describe('tokens of users', () => {
  it('reports when an expired token expired', async () => {
    const { json, details } = await test.raw('GET', '/users/me', test.headers('client', expired));
    const at = Number(details.expired_at_millis);
    expect(json.error).toBe(
      `Access token has expired. Please refresh it and try again. (The access token expired at ${new Date(at).toISOString()}.)`,
    );
  });

  it('rejects a token with a changed signature', async () => {
    const [head, body, signature = ''] = token.split('.');
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect((await test.raw('GET', '/users/me', test.headers('client', forged))).json.code).toBe('UNPARSABLE_ACCESS_TOKEN');
  });

  it('ignores the other keys', async () => {
    const headers = { ...test.headers('client', token), 'x-stack-secret-server-key': 'ssk_wrong' };
    expect((await test.raw('GET', '/users/me', headers)).status).toBe(200);
  });
});

describe('tokens of owners', () => {
  it('replaces all three keys', async () => {
    for (const access of ['client', 'server', 'admin']) {
      const answer = await test.raw('GET', '/projects/current', { ...id, ...type(access), 'x-stack-admin-access-token': internalOwner });
      expect(answer.status).toBe(200);
    }
  });

  it('rejects a user without projects, and a deleted one', async () => {
    const internal = findProject(test.store, 'internal');
    if (internal === undefined) throw new Error('no internal project');
    const userId = '11111111-2222-4333-8444-555555555555';
    const key = insertUser(test.store, { id: userId, project: internal.key, displayName: null, passwordHash: null, now: 0 });
    const session = await startSession(context(), internal, { key, id: userId });
    const headers = { ...id, ...type('server'), 'x-stack-admin-access-token': session.access_token };
    expect((await test.raw('GET', '/users', headers)).json.code).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
    updateUser(test.store, key, { server_metadata: JSON.stringify({ managedProjectIds: ['gone', demoProjectId] }) });
    expect((await test.raw('GET', '/users?limit=1', headers)).status).toBe(200);
    expect((await test.raw('GET', '/users', { ...headers, 'x-stack-project-id': 'gone' })).json.code).toBe(
      'INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN',
    );
    test.store.run('DELETE FROM users WHERE key = ?', [key]);
    const gone = await test.raw('GET', '/users', headers);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([401, 'text/plain; charset=utf-8']);
  });
});

describe('keys', () => {
  it('fail when revoked, when expired, and on another project', async () => {
    const other = await createTestSandbox({ random: 8 });
    const headers = other.headers('server');
    other.store.run('UPDATE api_key_sets SET revoked_at = 1 WHERE secret_server_key = ?', [other.keys.secret_server_key]);
    expect((await other.raw('GET', '/users', headers)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
    other.store.run('UPDATE api_key_sets SET revoked_at = NULL, expires_at = ?', [other.clock.now()]);
    expect((await other.raw('GET', '/users', headers)).json.code).toBe('INVALID_SECRET_SERVER_KEY');
    const internal = findUsableKeySet(test.store, 'internal', test.clock.now());
    const foreignKey = { ...test.headers('server'), 'x-stack-secret-server-key': internal?.secret_server_key ?? '' };
    expect((await test.raw('GET', '/users', foreignKey)).details).toEqual({ project_id: demoProjectId });
  });
});
