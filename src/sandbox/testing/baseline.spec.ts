/** Responses of 2.8.4 where the corrections describe those of a newer release. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../sessions/access-tokens';
import { createTestSandbox, type TestResponse, type TestSandbox } from './test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const password = 'Passw0rd-for-test';
const verification_callback_url = 'http://localhost/verify';
const signUp = (email: string, callback = verification_callback_url) =>
  test.call('client', 'POST', '/auth/password/sign-up', { email, password, verification_callback_url: callback });
const signIn = (email: string) => test.call('client', 'POST', '/auth/password/sign-in', { email, password });
const own = ({ access_token }: Pick<SignedIn, 'access_token'>, method: string, path: string, body?: object) =>
  test.call('client', method, path, body, access_token);
const refresh = (refreshToken: string) =>
  test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': refreshToken });
const told = ({ status, json, text }: TestResponse) => [status, json.code ?? text];

describe('the baseline', () => {
  it('signs up with an untrusted callback, and sends no email', async () => {
    expect((await signUp('new@people.example', 'https://evil.example')).status).toBe(200);
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
  });

  it('stores and compares email addresses case-sensitively', async () => {
    expect((await signUp('Ada@People.example')).status).toBe(200);
    expect((await signUp('ada@people.example')).status).toBe(200);
    expect((await signIn('Ada@People.example')).status).toBe(200);
    expect(told(await signIn('ADA@people.example'))).toEqual([400, 'EMAIL_PASSWORD_MISMATCH']);
  });

  it('reports an email address that is taken with the address alone', async () => {
    await signUp('new@people.example');
    expect((await signUp('new@people.example')).details).toEqual({ email: 'new@people.example' });
  });

  it.each(['client', 'server', 'admin'] as const)('reports an unknown project as a wrong key (%s)', async (access) => {
    const headers = { ...test.headers(access), 'x-stack-project-id': '00000000-0000-4000-8000-000000000000' };
    const code = { client: 'PUBLISHABLE_CLIENT', server: 'SECRET_SERVER', admin: 'SUPER_SECRET_ADMIN' }[access];
    expect(told(await test.raw('GET', '/projects/current', headers))).toEqual([401, `INVALID_${code}_KEY`]);
  });

  it('has no branches', async () => {
    const headers = { ...test.headers('client'), 'x-stack-branch-id': 'other' };
    expect((await test.raw('GET', '/projects/current', headers)).status).toBe(200);
  });

  it('returns the admin object to admins, without an owner team', async () => {
    const { json } = await test.call('admin', 'GET', '/projects/current');
    expect(json).toHaveProperty('user_count');
    expect(json).not.toHaveProperty('owner_team_id');
    expect((await test.call('server', 'GET', '/projects/current')).json).not.toHaveProperty('user_count');
  });

  it('ends the sessions of a deleted user', async () => {
    const session = await test.signIn();
    await test.call('server', 'DELETE', `/users/${session.user_id}`);
    expect(told(await refresh(session.refresh_token))).toEqual([401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED']);
    expect(told(await own(session, 'GET', '/users/me'))).toEqual([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER']);
  });

  it('rejects an invalid user image with a plain-text failure', async () => {
    expect(told(await own(await test.signIn(), 'PATCH', '/users/me', { profile_image_url: 'x' }))).toEqual([
      400,
      'Invalid profile image URL',
    ]);
  });

  it('keeps a user with a sign-in method anonymous', async () => {
    const session = (await test.call('client', 'POST', '/auth/anonymous/sign-up', {})).json as unknown as SignedIn;
    const channel = { user_id: 'me', type: 'email', value: 'new@people.example', used_for_auth: true, is_primary: true };
    expect((await own(session, 'POST', '/contact-channels', channel)).status).toBe(201);
    expect((await own(session, 'POST', '/auth/password/set', { password })).status).toBe(200);
    expect((await signIn('new@people.example')).json.user_id).toBe(session.user_id);
    expect((await own(session, 'GET', '/users/me')).json.is_anonymous).toBe(true);
  });

  it('returns the page’s session to the program, so that signing out ends both', async () => {
    const session = await test.signIn();
    const sessions = async () => (await own(session, 'GET', '/auth/sessions?user_id=me')).items.map(({ id }) => id);
    const before = await sessions();
    const { polling_code, login_code } = (await test.call('client', 'POST', '/auth/cli', {})).json;
    await test.call('client', 'POST', '/auth/cli/complete', { login_code, refresh_token: session.refresh_token });
    expect((await test.call('client', 'POST', '/auth/cli/poll', { polling_code })).json.refresh_token).toBe(session.refresh_token);
    expect(await sessions()).toEqual(before);
    await own(session, 'DELETE', '/auth/sessions/current');
    expect((await refresh(session.refresh_token)).status).toBe(401);
  });

  it('has no restricted users to list', async () => {
    expect(told(await test.call('server', 'GET', '/users?include_restricted=true'))).toEqual([400, 'SCHEMA_ERROR']);
  });

  it.each(['/internal/config', '/internal/config/override/project', '/internal/email-templates', '/internal/projects/transfer'])(
    'has no %s',
    async (path) => {
      expect(told(await test.call('admin', 'GET', path))).toEqual([404, expect.stringContaining('this page does not exist')]);
    },
  );
});
