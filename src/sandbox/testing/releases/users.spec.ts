import { describe, expect, test } from 'vitest';
import { release2826, release2886, releaseScene } from '../release-scene';
import { ada, newestEmail } from '../test-sandbox';

const optIn = { 'x-stack-allow-anonymous-user': 'true' };
const latest = () => releaseScene(release2886);
const recorded = () => releaseScene(release2826);

describe('users', () => {
  test('are listed without anonymous and restricted ones by default', async () => {
    const { call } = await latest();
    const list = async (query = '') => (await call('server', `GET /users${query}`)).items;
    const all = await list('?include_anonymous=true');
    expect(all.some(({ is_anonymous }) => is_anonymous)).toBe(true);
    expect((await list()).some(({ is_anonymous }) => is_anonymous)).toBe(false);
    const ordinary = await list();
    const restriction = { restricted_by_admin: true, restricted_by_admin_reason: 'Asked to' };
    await call('server', `PATCH /users/${ordinary[0]?.id}`, { body: restriction });
    expect(await list()).toHaveLength(ordinary.length - 1);
    expect((await list('?include_restricted=true'))[0]).toMatchObject({
      is_restricted: true,
      restricted_reason: { type: 'restricted_by_administrator' },
      restricted_by_admin_reason: 'Asked to',
    });
    expect(await list('?include_anonymous=true')).toHaveLength(all.length);
    const refused = await call('server', 'GET /users?only_anonymous=true');
    expect([refused.status, refused.text]).toEqual([400, 'only_anonymous=true requires include_anonymous=true']);
  });

  test('who are restricted need the opt-in header', async () => {
    const { call, signIn } = await latest();
    const before = await signIn();
    const { json: me } = await call('client', 'GET /users/me', { token: before });
    expect(me).toMatchObject({ is_restricted: false, restricted_reason: null });
    await call('server', `PATCH /users/${me.id}`, { body: { restricted_by_admin: true } });
    // The token counts, not the user (wire/later 1).
    expect((await call('client', 'GET /users/me', { token: before })).json).toMatchObject({ is_restricted: true });
    const token = await signIn();
    const refused = await call('client', 'GET /users/me', { token });
    expect([refused.status, refused.known, refused.details]).toEqual([
      403,
      'RESTRICTED_USER_NOT_ALLOWED',
      { restricted_reason: { type: 'restricted_by_administrator' } },
    ]);
    const opened = await call('client', 'GET /users/me', { token, headers: { 'x-stack-allow-restricted-user': 'true' } });
    expect(opened.json).toMatchObject({ is_restricted: true });
  });

  test('have to verify their email where the configuration says so', async () => {
    const { call } = await latest();
    const body = { config_override_string: '{"onboarding.requireEmailVerification": true}' };
    await call('admin', 'PATCH /internal/config/override/branch', { body });
    const { items } = await call('server', 'GET /users?include_anonymous=true');
    for (const user of items) {
      const reason = user.is_anonymous ? { type: 'anonymous' } : user.primary_email_verified ? null : { type: 'email_not_verified' };
      expect(user.restricted_reason).toEqual(reason);
    }
  });

  test('who are anonymous need the opt-in header, and sign-up upgrades them', async () => {
    const { call } = await latest();
    const { json: signedUp } = await call('client', 'POST /auth/anonymous/sign-up', { body: {} });
    const token = String(signedUp.access_token);
    expect((await call('client', 'GET /users/me', { token })).known).toBe('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    const body = { email: 'new@x.example', password: ada.password, verification_callback_url: 'http://localhost:1/v' };
    const upgraded = await call('client', 'POST /auth/password/sign-up', { token, headers: optIn, body });
    expect(upgraded.json.user_id).toBe(signedUp.user_id);
    const me = await call('client', 'GET /users/me', { token: String(upgraded.json.access_token) });
    expect(me.json).toMatchObject({ is_anonymous: false, primary_email: 'new@x.example' });
  });

  test.each([
    { what: 'that is another address of theirs', channels: [{ value: 'new@x.example', used_for_auth: false }] },
    { what: 'that is a verified address of theirs', channels: [{ value: 'new@x.example', is_verified: true }] },
    { what: 'and had another primary one', channels: [{ value: 'old@x.example', is_primary: true }] },
  ])('who are anonymous sign up with an address $what', async ({ channels }) => {
    const { call, sandbox } = await latest();
    const { json: signedUp } = await call('client', 'POST /auth/anonymous/sign-up');
    for (const channel of channels) {
      const added = { type: 'email', user_id: signedUp.user_id, is_verified: false, used_for_auth: false, ...channel };
      expect((await call('server', 'POST /contact-channels', { body: added })).status).toBe(201);
    }
    const token = String(signedUp.access_token);
    const body = { email: 'new@x.example', password: 'Passw0rd', verification_callback_url: 'http://localhost:3000' };
    expect((await call('client', 'POST /auth/password/sign-up', { token, headers: optIn, body })).status).toBe(200);
    const { items } = await call('server', `GET /contact-channels?user_id=${signedUp.user_id}`);
    const wasVerified = channels.some(({ value, ...flags }) => value === body.email && 'is_verified' in flags);
    expect(items.filter(({ value }) => value === body.email)).toMatchObject([
      { is_primary: true, used_for_auth: true, is_verified: wasVerified },
    ]);
    expect(items.filter(({ is_primary }) => is_primary)).toHaveLength(1);
    expect(sandbox.faults).toEqual([]);
  });

  test('cannot be anonymous in an ordinary project before 2.8.34', async () => {
    const { call } = await recorded();
    expect((await call('client', 'POST /auth/anonymous/sign-up', { body: {} })).known).toBe('ANONYMOUS_ACCOUNTS_NOT_ENABLED');
  });

  test('have sessions that outlive them from 2.8.20 to 2.8.41', async () => {
    const { call } = await recorded();
    const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada });
    await call('server', `DELETE /users/${json.user_id}`);
    const refreshed = await call('client', 'POST /auth/sessions/current/refresh', {
      body: {},
      headers: { 'x-stack-refresh-token': String(json.refresh_token) },
    });
    const token = String(refreshed.json.access_token);
    expect([refreshed.status, (await call('client', 'GET /users/me', { token })).known]).toEqual([200, 'CANNOT_GET_OWN_USER_WITHOUT_USER']);
  });
});

describe('email addresses', () => {
  const typed = 'New.User@X.Example';
  const signUp = { email: typed, password: ada.password, verification_callback_url: 'http://localhost:1/v' };

  test.each([
    ['2.8.16', typed, 200, 200],
    [release2826, typed.toLowerCase(), 400, 200],
    ['2.8.48', typed.toLowerCase(), 200, 200],
  ] as const)('in %s are stored as %s', async (release, stored, asTyped, inLowerCase) => {
    const { call, sandbox } = await releaseScene(release);
    const { json } = await call('client', 'POST /auth/password/sign-up', { body: signUp });
    const { json: user } = await call('server', `GET /users/${json.user_id}`);
    expect(user.primary_email).toBe(stored);
    const signIn = (email: string) => call('client', 'POST /auth/password/sign-in', { body: { email, password: ada.password } });
    expect([(await signIn(typed)).status, (await signIn(stored)).status]).toEqual([asTyped, inLowerCase]);
    const reset = { email: typed, callback_url: 'http://localhost:1/r' };
    await call('client', 'POST /auth/password/send-reset-code', { body: reset });
    expect((await newestEmail(sandbox, stored)).subject.startsWith('Reset')).toBe(asTyped === 200);
  });

  test('with capitals have codes that fail on 2.8.26', async () => {
    const { call, sandbox } = await recorded();
    await call('server', 'POST /users', { body: { primary_email: typed, primary_email_verified: true, primary_email_auth_enabled: true } });
    const sent = await call('client', 'POST /auth/otp/send-sign-in-code', { body: { email: typed, callback_url: 'http://localhost:1/m' } });
    const { code } = await newestEmail(sandbox, typed);
    expect(sent.status).toBe(200);
    expect((await call('client', 'POST /auth/otp/sign-in', { body: { code } })).status).toBe(500);
  });
});
