import { beforeEach, describe, expect, it } from 'vitest';
import { serverUser } from '#contract/service/models/user-models.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { hashPassword } from './passwords';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const create = (body: unknown) => test.call('server', 'POST', '/users', body);
const email = 'emmy@example.com';

describe('a server creates a user', () => {
  it('without any fields', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(serverUser.strict().parse(answer.json)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      display_name: null,
      selected_team: null,
      selected_team_id: null,
      profile_image_url: null,
      signed_up_at_millis: test.clock.now(),
      last_active_at_millis: test.clock.now(),
      has_password: false,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      auth_with_email: false,
      requires_totp_mfa: false,
      is_anonymous: false,
      oauth_providers: [],
      client_metadata: null,
      client_read_only_metadata: null,
      server_metadata: null,
    });
    expect((await test.call('server', 'GET', `/users/${answer.json.id}`)).json).toEqual(answer.json);
  });

  it('with all fields', async () => {
    const fields = {
      display_name: 'Emmy Noether',
      profile_image_url: 'https://example.com/emmy.png',
      client_metadata: { a: 1 },
      client_read_only_metadata: [2],
      server_metadata: 'three',
      primary_email: email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      otp_auth_enabled: true,
      is_anonymous: true,
      oauth_providers: [
        { id: 'github', account_id: 'emmy', email },
        { id: 'google', account_id: '1' },
      ],
    };
    const answer = await create({ ...fields, password: 'x', passkey_auth_enabled: true, totp_secret_base64: 'c2VjcmV0' });
    expect(answer.json).toMatchObject({
      ...fields,
      has_password: true,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
      oauth_providers: [
        { id: 'github', account_id: 'emmy', email },
        { id: 'google', account_id: '1', email: null },
      ],
    });
  });

  it('signs in without two-factor authentication until an update sets the secret', async () => {
    const account = { email, password: 'x' };
    const fields = { primary_email: email, primary_email_auth_enabled: true, password: 'x', totp_secret_base64: 'c2VjcmV0' };
    const { id } = (await create(fields)).json;
    expect((await test.call('client', 'POST', '/auth/password/sign-in', account)).status).toBe(200);
    const updated = await test.call('server', 'PATCH', `/users/${id}`, { totp_secret_base64: 'c2VjcmV0' });
    expect(updated.json.requires_totp_mfa).toBe(true);
    expect((await test.call('client', 'POST', '/auth/password/sign-in', account)).json.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
  });

  it('who signs in with the password, or with the one behind the hash', async () => {
    await create({ primary_email: email, primary_email_auth_enabled: true, password: 'short' });
    expect((await test.signIn({ email, password: 'short' })).user_id).toBeDefined();
    const hashed = { email: 'hash@example.com', password: 'Passw0rd-for-test' };
    const password_hash = await hashPassword(hashed.password);
    await create({ primary_email: hashed.email, primary_email_auth_enabled: true, password_hash });
    expect((await test.signIn(hashed)).user_id).toBeDefined();
  });

  it('whose email another user can have without signing in with it', async () => {
    const taken = 'ada@analytical.example';
    expect((await create({ primary_email: taken })).json).toMatchObject({ primary_email: taken, primary_email_auth_enabled: false });
  });

  it('without a name for an empty one, and null for null', async () => {
    const nothing = { display_name: '', primary_email: null, password: null, totp_secret_base64: null, profile_image_url: null };
    expect((await create(nothing)).json).toMatchObject({ display_name: null, primary_email: null, has_password: false });
  });

  it.each([
    [{ display_name: 'Emmy', primary_email: email }, "Emmy's Team"],
    [{ display_name: '', primary_email: email }, `${email}'s Team`],
    [{}, 'Personal Team'],
  ])('%j with a personal team, which the response doesn’t include', async (body, name) => {
    test.configure({ create_team_on_sign_up: true });
    const { json } = await create(body);
    expect(json).toMatchObject({ selected_team: null, selected_team_id: null });
    const read = await test.call('server', 'GET', `/users/${json.id}`);
    expect(read.json.selected_team).toMatchObject({ display_name: name });
  });
});

describe('rejected requests', () => {
  const hash = `$2b$10$${'a'.repeat(53)}`;
  const both = 'Cannot set both password and password_hash at the same time.';
  const unusable = "Invalid password hash. Make sure it's a supported algorithm in Modular Crypt Format.";
  it.each<[unknown, string]>([
    [{ password: 'x', password_hash: hash }, both],
    [{ password_hash: 'x' }, unusable],
    [{ password_hash: hash.replace('$10$', '$17$') }, unusable],
    [{ primary_email_auth_enabled: true }, 'primary_email_auth_enabled cannot be true without primary_email'],
    [{ primary_email: null, primary_email_verified: true }, 'primary_email_verified cannot be true without primary_email'],
    [{ oauth_providers: [{ id: 'x', account_id: 'x' }] }, 'OAuth provider x not found'],
  ])('%j', async (body, text) => {
    const before = (await test.call('server', 'GET', '/users')).items.length;
    const answer = await create(body);
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect((await test.call('server', 'GET', '/users')).items).toHaveLength(before);
  });

  it('rejects sign-in methods that the project has turned off', async () => {
    test.configure({ credential_enabled: false, magic_link_enabled: false });
    for (const body of [{ password: 'x' }, { password_hash: hash }]) {
      expect((await create(body)).text).toBe('Password auth not enabled in the project');
    }
    expect((await create({ otp_auth_enabled: true })).text).toBe('OTP auth not enabled in the project');
    expect((await create({ otp_auth_enabled: false, password: null })).status).toBe(201);
  });

  it('rejects an email with which another user signs in', async () => {
    const taken = 'ada@analytical.example';
    const answer = await create({ primary_email: taken, primary_email_auth_enabled: true });
    expect([answer.status, answer.json.code, answer.details]).toEqual([409, 'USER_EMAIL_ALREADY_EXISTS', { email: taken }]);
  });

  it.each<[unknown, string]>([
    [{ selected_team_id: null }, 'body contains unknown properties: selected_team_id'],
    [{ primary_email: '' }, 'body.primary_email must be a valid email'],
    [{ profile_image_url: '' }, 'body.profile_image_url is not a valid URL'],
    [{ password: 'x'.repeat(71) }, 'body.password must be at most 70 characters'],
    [{ password_hash: '' }, 'body.password_hash must not be empty'],
    [{ totp_secret_base64: '!' }, 'body.totp_secret_base64 is not valid base64'],
    [{ oauth_providers: [{ id: 'github' }] }, 'body.oauth_providers[0].account_id must be defined'],
  ])('%j', async (body, line) => {
    expect((await create(body)).json.error).toContain(line);
  });

  it('rejects clients', async () => {
    for (const method of ['POST', 'DELETE']) {
      const path = method === 'POST' ? '/users' : '/users/11111111-2222-4333-8444-555555555555';
      expect((await test.call('client', method, path, method === 'POST' ? {} : undefined)).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    }
  });
});

describe('a server deletes a user', () => {
  it('with their sessions, once', async () => {
    const { user_id, access_token } = await test.signIn();
    expect((await test.call('server', 'DELETE', `/users/${user_id}`)).json).toEqual({ success: true });
    expect((await test.call('client', 'GET', '/users/me', undefined, access_token)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const again = await test.call('server', 'DELETE', `/users/${user_id}`);
    expect([again.status, again.json.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('named "me" by a token, whatever the body', async () => {
    const { access_token } = await test.signIn();
    expect((await test.call('server', 'DELETE', '/users/me', { any: 1 }, access_token)).json).toEqual({ success: true });
  });
});

describe('a list', () => {
  it('contains all users, excludes anonymous ones, or contains only them', async () => {
    const later = await createTestSandbox({ release: '2.8.81' });
    const ids = async (query: string) =>
      (await later.call('server', 'GET', `/users${query}`)).items.map(({ is_anonymous }) => is_anonymous);
    const all = await ids('?include_anonymous=true');
    expect(all).toContain(true);
    expect(await ids('')).toEqual(all.filter((anonymous) => !anonymous));
    expect(await ids('?include_anonymous=false&limit=100')).toEqual(await ids(''));
    expect(await ids('?include_anonymous=true&only_anonymous=true')).toEqual([true]);
    expect(await ids('?include_anonymous=true&only_anonymous=true&query=anonymous')).toEqual([true]);
  });
});
