/** Fields of users with the release that has them and the one before, and tokens of restricted users (wire/later 1). */
import { describe, expect, it } from 'vitest';
import { type ReleaseScene, readClaims, release2886, releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

const restrict = { restricted_by_admin: true };

describe('the fields of a user', () => {
  it.each([
    ['2.8.58', '2.8.59', 'is_restricted', 'restricted_reason'],
    ['2.8.64', '2.8.65', 'restricted_by_admin', 'restricted_by_admin_reason', 'restricted_by_admin_private_details'],
    ['2.8.77', '2.8.78', 'country_code', 'risk_scores'],
  ])('aren’t there on %s, and are on %s: %s, %s (wire/later 1)', async (before, since, ...fields) => {
    for (const release of [before, since]) {
      const { call } = await releaseScene(release);
      const [user = {}] = (await call('server', 'GET /users?limit=1')).items;
      expect(fields.map((field) => field in user)).toEqual(fields.map(() => release === since));
    }
  });

  it('are set by servers for new users and the signed-in one, and by no client (wire/later 1)', async () => {
    const { call, signIn } = await releaseScene('2.8.78');
    const created = await call('server', 'POST /users', { body: { ...restrict, restricted_by_admin_reason: 'r', country_code: 'de' } });
    expect(created.json).toMatchObject({ ...restrict, restricted_by_admin_reason: 'r', country_code: 'DE' });
    const token = await signIn();
    for (const body of [{ restricted_by_admin_reason: 'r' }, { country_code: 'DE' }, { risk_scores: {} }])
      expect((await call('client', 'PATCH /users/me', { token, body })).known).toBe('SCHEMA_ERROR');
    expect((await call('server', 'PATCH /users/me', { token, body: restrict })).json).toMatchObject(restrict);
  });

  it('have no country and no risk by default (wire/later 1)', async () => {
    const { call } = await releaseScene('2.8.78');
    const { json } = await call('server', 'POST /users', { body: {} });
    expect(json).toMatchObject({ country_code: null, risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } } });
  });

  it.each([-1, 101, 1.5])('refuse a score of %d (wire/later 1)', async (bot) => {
    const { call } = await releaseScene('2.8.78');
    const body = { risk_scores: { sign_up: { bot, free_trial_abuse: 0 } } };
    expect((await call('server', 'POST /users', { body })).known).toBe('SCHEMA_ERROR');
  });

  it('that need the switch are checked with the reason first (wire/later 1)', async () => {
    const { call } = await releaseScene('2.8.65');
    const body = { restricted_by_admin_private_details: 'd', restricted_by_admin_reason: 'r' };
    const { details } = await call('server', 'POST /users', { body });
    expect(String(details.message).split('\n  - ').slice(1)).toEqual([
      'restricted_by_admin_reason must be null when restricted_by_admin is not true',
    ]);
  });
});

describe('a token', () => {
  async function restricted(scene: ReleaseScene) {
    const id = String(readClaims(await scene.signIn()).sub);
    await scene.call('server', `PATCH /users/${id}`, { body: restrict });
    const { json } = await scene.call('client', 'POST /auth/password/sign-in', { body: ada });
    return { id, token: String(json.access_token), refreshToken: String(json.refresh_token) };
  }

  it('of a restricted user is refused until it is refreshed, also if the restriction has ended (wire/later 1)', async () => {
    const scene = await releaseScene(release2886);
    const { id, token, refreshToken } = await restricted(scene);
    await scene.call('server', `PATCH /users/${id}`, { body: { restricted_by_admin: false } });
    expect((await scene.call('client', 'GET /users/me', { token })).known).toBe('RESTRICTED_USER_NOT_ALLOWED');
    const headers = { 'x-stack-refresh-token': refreshToken };
    const { json } = await scene.call('client', 'POST /auth/sessions/current/refresh', { body: {}, headers });
    expect((await scene.call('client', 'GET /users/me', { token: String(json.access_token) })).status).toBe(200);
  });

  it.each([
    ['x-stack-allow-restricted-user', 200],
    ['x-stack-allow-anonymous-user', 200],
    ['x-stack-allow-nothing', 403],
  ])('of a restricted user with the header %s: %i (wire/later 1)', async (header, status) => {
    const scene = await releaseScene(release2886);
    const { token } = await restricted(scene);
    expect((await scene.call('client', 'GET /users/me', { token, headers: { [header]: 'true' } })).status).toBe(status);
  });

  it('is checked before its user, and that before the keys (wire/later 1)', async () => {
    const scene = await releaseScene(release2886);
    const { token } = await restricted(scene);
    const { json: anonymous } = await scene.call('client', 'POST /auth/anonymous/sign-up', { body: {} });
    const wrongKey = { 'x-stack-publishable-client-key': 'pck_wrong' };
    const knownOf = async (sent: unknown, headers: Record<string, string> = wrongKey, project?: string) =>
      (await scene.call('client', 'GET /users/me', { token: String(sent), headers, ...(project === undefined ? {} : { project }) })).known;
    expect(await knownOf('a.b.c')).toBe('UNPARSABLE_ACCESS_TOKEN');
    expect(await knownOf(token, wrongKey, 'internal')).toBe('INVALID_PROJECT_FOR_ACCESS_TOKEN');
    expect(await knownOf(anonymous.access_token)).toBe('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED');
    expect(await knownOf(token)).toBe('RESTRICTED_USER_NOT_ALLOWED');
    expect(await knownOf(token, { ...wrongKey, 'x-stack-allow-restricted-user': 'true' })).toBe('INVALID_PUBLISHABLE_CLIENT_KEY');
  });
});

describe('the list of users', () => {
  it.each([
    ['2.8.58', 'include_restricted=true', 'SCHEMA_ERROR'],
    ['2.8.59', 'include_restricted=true', null],
    ['2.8.80', 'include_anonymous=true&only_anonymous=true', 'SCHEMA_ERROR'],
    ['2.8.81', 'include_anonymous=true&only_anonymous=true', null],
  ])('of %s with %s: %s (wire/later 9)', async (release, query, known) => {
    const { call } = await releaseScene(release);
    expect((await call('server', `GET /users?${query}`)).known).toBe(known);
  });

  it('has an anonymous user who signs up as new (wire/later 9)', async () => {
    const { call, sandbox } = await releaseScene(release2886);
    const { json } = await call('client', 'POST /auth/anonymous/sign-up', { body: {} });
    sandbox.clock.advance(60_000);
    const body = { email: 'new@x.example', password: ada.password };
    const headers = { 'x-stack-allow-anonymous-user': 'true' };
    await call('client', 'POST /auth/password/sign-up', { token: String(json.access_token), headers, body });
    expect((await call('server', `GET /users/${json.user_id}`)).json.signed_up_at_millis).toBe(sandbox.clock.now());
  });
});
