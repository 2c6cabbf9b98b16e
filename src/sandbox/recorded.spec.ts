/** Exchanges with a real server, reproduced: same call, same status, same headers, same body. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Fields, type TestSandbox, testSandbox } from './spec-support';

let test: TestSandbox;
let token: string;
const email = 'u1@stack-generated.example.com';
const account = { email, password: 'Passw0rd-for-test' };

beforeAll(async () => {
  test = await testSandbox({ seed: 'empty' });
  const answer = await test.call('client', 'POST', '/auth/password/sign-up', {
    ...account,
    verification_callback_url: 'http://localhost:12345/verify',
  });
  token = String(answer.json.access_token);
});

type Step = readonly [what: string, send: () => Promise<Answer>, status: number, code: string | null, body: string | Fields];

const me = "You have specified 'me' as a userId, but did not provide authentication for a user.";
const accessType =
  "You must specify an access level for this Stack project. Make sure project API keys are provided (eg. x-stack-publishable-client-key) and you set the x-stack-access-type header to 'client', 'server', or 'admin'.\n\nFor more information, see the docs on REST API authentication: https://docs.stack-auth.com/rest-api/overview#authentication";
const schema = (message: string): Fields => ({ code: 'SCHEMA_ERROR', details: { message }, error: message });
const unknownPath = `404 — this page does not exist in Stack Auth's API.

Please see the API documentation at https://docs.stack-auth.com, or visit the Stack Auth dashboard at https://app.stack-auth.com.

URL: http://localhost:8102/api/v1/nope`;

const steps: readonly Step[] = [
  [
    'API root',
    () => test.raw('GET', '/api/v1'),
    200,
    null,
    'Welcome to the Stack API endpoint! Please refer to the documentation at https://docs.stack-auth.com.\n\nAuthentication: None',
  ],
  ['no access type', () => test.raw('GET', '/users/me'), 400, 'ACCESS_TYPE_REQUIRED', { code: 'ACCESS_TYPE_REQUIRED', error: accessType }],
  [
    'client without user',
    () => test.call('client', 'GET', '/users/me'),
    400,
    'CANNOT_GET_OWN_USER_WITHOUT_USER',
    { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER', error: me },
  ],
  [
    'wrong key',
    () =>
      test.raw('GET', '/users/me', {
        'x-stack-project-id': 'internal',
        'x-stack-access-type': 'client',
        'x-stack-publishable-client-key': 'x',
      }),
    401,
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    {
      code: 'INVALID_PUBLISHABLE_CLIENT_KEY',
      details: { project_id: 'internal' },
      error: 'The publishable key is not valid for the project "internal". Does the project and/or the key exist?',
    },
  ],
  [
    'a client may not list users',
    () => test.call('client', 'GET', '/users'),
    401,
    'INSUFFICIENT_ACCESS_TYPE',
    {
      code: 'INSUFFICIENT_ACCESS_TYPE',
      details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
      error: "The x-stack-access-type header must be 'server' or 'admin', but was 'client'.",
    },
  ],
  [
    'schema error',
    () => test.call('client', 'POST', '/auth/password/sign-in', { email: 'x' }),
    400,
    'SCHEMA_ERROR',
    schema(
      'Request validation failed on POST /api/v1/auth/password/sign-in:\n  - body.email must be a valid email\n  - body.password must be defined',
    ),
  ],
  [
    'bad JSON',
    () => test.raw('POST', '/auth/password/sign-in', { ...test.headers('client'), 'content-type': 'application/json' }, '{'),
    400,
    'BODY_PARSING_ERROR',
    { code: 'BODY_PARSING_ERROR', error: 'Invalid JSON in request body' },
  ],
  [
    'an id that is none',
    () => test.call('server', 'GET', '/users/not-a-uuid'),
    400,
    'SCHEMA_ERROR',
    schema('Request validation failed on GET /api/v1/users/not-a-uuid:\n  - params.user_id must be a valid UUID'),
  ],
  [
    'an unknown user',
    () => test.call('server', 'GET', '/users/fd47d165-c252-488a-9690-302982ebaca8'),
    404,
    'USER_NOT_FOUND',
    { code: 'USER_NOT_FOUND', error: 'User not found.' },
  ],
  ['an unknown path', () => test.call('client', 'GET', '/nope'), 404, null, unknownPath],
  ['OPTIONS', () => test.raw('OPTIONS', '/users'), 200, null, ''],
  ['a wrong method', () => test.call('client', 'DELETE', '/auth/password/sign-in'), 405, null, ''],
  [
    'sign-up without callback',
    () => test.call('client', 'POST', '/auth/password/sign-up', { email, password: 'short' }),
    400,
    'SCHEMA_ERROR',
    schema('Request validation failed on POST /api/v1/auth/password/sign-up:\n  - body.verification_callback_url must be defined'),
  ],
  [
    'sign-up again',
    () => test.call('client', 'POST', '/auth/password/sign-up', { ...account, verification_callback_url: 'http://localhost:12345/verify' }),
    409,
    'USER_EMAIL_ALREADY_EXISTS',
    { code: 'USER_EMAIL_ALREADY_EXISTS', details: { email }, error: `A user with email "${email}" already exists.` },
  ],
  [
    'wrong password',
    () => test.call('client', 'POST', '/auth/password/sign-in', { email, password: 'wrong-password' }),
    400,
    'EMAIL_PASSWORD_MISMATCH',
    { code: 'EMAIL_PASSWORD_MISMATCH', error: 'Wrong e-mail or password.' },
  ],
  [
    'garbage token',
    () => test.call('client', 'GET', '/users/me', undefined, 'garbage'),
    401,
    'UNPARSABLE_ACCESS_TOKEN',
    { code: 'UNPARSABLE_ACCESS_TOKEN', error: 'Access token is not parsable.' },
  ],
  [
    'refresh with an ended session',
    () => test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': 'gone' }),
    401,
    'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    {
      code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      error: 'Refresh token not found for this project, or the session has expired/been revoked.',
    },
  ],
  [
    'teams of a client without user_id',
    () => test.call('client', 'GET', '/teams', undefined, token),
    403,
    null,
    'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user',
  ],
];

describe('recorded failures', () => {
  it.each(steps)('%s', async (_what, send, status, code, body) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('x-stack-known-error')).toBe(code);
    if (typeof body === 'string') expect(answer.text).toBe(body);
    else expect(answer.json).toEqual(body);
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
    expect(answer.headers.get('content-type')).toBe(body === '' ? null : type);
  });

  it('under the override header', async () => {
    const headers = { ...test.headers('server'), 'x-stack-override-error-status': 'true' };
    const answer = await test.raw('GET', '/users/7641e15d-6525-40e7-a51b-0361ab856b80', headers);
    expect([answer.status, answer.headers.get('x-stack-actual-status'), answer.headers.get('x-stack-known-error')]).toEqual([
      200,
      '404',
      'USER_NOT_FOUND',
    ]);
  });
});

describe('recorded answers', () => {
  it('the own user after sign-up', async () => {
    const { json } = await test.call('client', 'GET', '/users/me', undefined, token);
    expect(json).toEqual({
      is_anonymous: false,
      passkey_auth_enabled: false,
      otp_auth_enabled: false,
      requires_totp_mfa: false,
      selected_team_id: null,
      oauth_providers: [],
      auth_with_email: true,
      has_password: true,
      signed_up_at_millis: test.clock.now(),
      profile_image_url: null,
      client_read_only_metadata: null,
      client_metadata: null,
      display_name: null,
      primary_email_verified: false,
      primary_email: email,
      id: expect.any(String),
      selected_team: null,
    });
  });

  it('the sessions, fields and all', async () => {
    const { json } = await test.call('client', 'GET', '/auth/sessions?user_id=me', undefined, token);
    const now = test.clock.now();
    expect(json).toEqual({
      is_paginated: false,
      items: [
        {
          is_current_session: true,
          last_used_at: now,
          is_impersonation: false,
          created_at: now,
          user_id: expect.any(String),
          id: expect.any(String),
        },
      ],
    });
  });

  it('the mail after sign-up', async () => {
    const { items } = await test.raw('GET', `/sandbox/mailbox?to=${email}`);
    expect(items[0]).toMatchObject({ subject: 'Verify your email at Analytical Engines', to: [email] });
    expect(String(items[0]?.text)).toMatch(/http:\/\/localhost:12345\/verify\?code=[0-9a-hjkmnp-tv-z]{45}\n/);
  });

  it('no user for a token whose user was deleted', async () => {
    const { json } = await test.call('client', 'DELETE', '/users/me', undefined, token);
    expect(json).toEqual({ success: true });
    expect((await test.call('client', 'GET', '/users/me', undefined, token)).json).toEqual({
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
      error: me,
    });
  });
});
