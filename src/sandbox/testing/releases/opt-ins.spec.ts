/** Anonymous and restricted users at the releases that bring them (wire/newer 2.1 and 2.2, wire/later 1 and 9). */
import { describe, expect, test } from 'vitest';
import { demoTotpSecret } from '../../seed/seed-named-users';
import { demoProjectId } from '../../seed/seed-projects';
import { type ReleaseScene, readClaims, releaseScene } from '../release-scene';
import { ada, totpAt } from '../test-sandbox';

const anonymous = { 'x-stack-allow-anonymous-user': 'true' };
const restricted = { 'x-stack-allow-restricted-user': 'true' };
const asAnonymous = async ({ call }: ReleaseScene) =>
  String((await call('client', 'POST /auth/anonymous/sign-up', { body: {} })).json.access_token);

describe('an anonymous user', () => {
  test.each([
    ['2.8.33', 400],
    ['2.8.34', 200],
  ])('of an ordinary project on %s: %i', async (release, status) => {
    const { call } = await releaseScene(release);
    expect((await call('client', 'POST /auth/anonymous/sign-up', { body: {} })).status).toBe(status);
  });

  test('has tokens of an own audience from 2.8.34 on, which need the opt-in', async () => {
    const scene = await releaseScene('2.8.34');
    const token = await asAnonymous(scene);
    expect(readClaims(token)).toMatchObject({
      aud: `${demoProjectId}:anon`,
      iss: `http://localhost:8102/api/v1/projects-anonymous-users/${demoProjectId}`,
    });
    const refused = await scene.call('client', 'GET /users/me', { token });
    expect([refused.status, refused.known]).toEqual([401, 'ANONYMOUS_AUTHENTICATION_NOT_ALLOWED']);
    const { status, json } = await scene.call('client', 'GET /users/me', { token, headers: anonymous });
    expect([status, json.is_anonymous, json.display_name]).toEqual([200, true, null]);
  });

  test.each([
    ['2.8.33', 'SCHEMA_ERROR'],
    ['2.8.34', null],
  ])('is listed on request on %s: %s', async (release, known) => {
    const { call } = await releaseScene(release);
    expect((await call('server', 'GET /users?include_anonymous=true')).known).toBe(known);
  });

  test('is no longer listed by default from 2.8.34 on', async () => {
    const isListed = async (release: string) =>
      (await (await releaseScene(release)).call('server', 'GET /users')).items.some((user) => user.is_anonymous === true);
    expect([await isListed('2.8.33'), await isListed('2.8.34')]).toEqual([true, false]);
  });

  test('signs up again when the upgrade sets the time of the sign-up (wire/later 9)', async () => {
    const scene = await releaseScene('2.8.86');
    const token = await asAnonymous(scene);
    const begun = scene.sandbox.clock.now();
    scene.sandbox.clock.advance(60_000);
    const body = { email: 'new@x.example', password: ada.password };
    const { json } = await scene.call('client', 'POST /auth/password/sign-up', { token, headers: anonymous, body });
    const read = (await scene.call('server', `GET /users/${json.user_id}`)).json;
    expect([read.id, read.signed_up_at_millis]).toEqual([readClaims(token).sub, begun + 60_000]);
  });
});

test.each([
  ['2.8.33', 'true', null],
  ['2.8.33', '1', null],
  ['2.8.33', 'yes', 'SCHEMA_ERROR'],
  ['2.8.34', 'true', null],
  ['2.8.34', 'false', null],
  ['2.8.34', '1', 'SCHEMA_ERROR'],
  ['2.8.34', 'TRUE', 'SCHEMA_ERROR'],
  ['2.8.96', '0', 'SCHEMA_ERROR'],
])('a list of %s in the order %s: %s (wire/newer 2.2, 2.8.34)', async (release, desc, known) => {
  const { call } = await releaseScene(release);
  const ids = async (order: string) => (await call('server', `GET /users?desc=${order}`)).items.map(({ id }) => id);
  expect((await call('server', `GET /users?desc=${desc}`)).known).toBe(known);
  expect(await ids('true')).toEqual((await ids('false')).reverse());
});

describe('a restricted user', () => {
  async function signedIn() {
    const scene = await releaseScene('2.8.65');
    const { sub } = readClaims(await scene.signIn());
    await scene.call('server', `PATCH /users/${sub}`, { body: { restricted_by_admin: true } });
    return { scene, token: await scene.signIn() };
  }

  test('is let in by either opt-in', async () => {
    const { scene, token } = await signedIn();
    const statusOf = async (headers = {}) => (await scene.call('client', 'GET /users/me', { token, headers })).status;
    expect([await statusOf(), await statusOf(restricted), await statusOf(anonymous)]).toEqual([403, 200, 200]);
  });

  test.each([
    ['2.8.58', 'SCHEMA_ERROR'],
    ['2.8.59', null],
  ])('is listed on request on %s: %s', async (release, known) => {
    const { call } = await releaseScene(release);
    expect((await call('server', 'GET /users?include_restricted=true')).known).toBe(known);
  });

  test('is refused before the keys are checked', async () => {
    const { scene, token } = await signedIn();
    const headers = { 'x-stack-publishable-client-key': 'pck_wrong' };
    expect((await scene.call('client', 'GET /users/me', { token, headers })).known).toBe('RESTRICTED_USER_NOT_ALLOWED');
  });
});

test('the keys of tokens are there for anonymous and restricted ones', async () => {
  const { sandbox } = await releaseScene('2.8.59');
  const path = `/projects/${demoProjectId}/.well-known/jwks.json`;
  const { json: plain } = await sandbox.raw('GET', path);
  const { json, status } = await sandbox.raw('GET', `${path}?include_anonymous=true&include_restricted=true`);
  expect(status).toBe(200);
  expect(json.keys).toEqual(expect.arrayContaining(plain.keys as object[]));
});

test.each([
  ['2.8.19', 401],
  ['2.8.20', 200],
  ['2.8.41', 200],
  ['2.8.42', 401],
])('the session of a deleted user on %s: %i (wire/newer 2.1)', async (release, status) => {
  const { call } = await releaseScene(release);
  const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada });
  await call('server', `DELETE /users/${json.user_id}`);
  const headers = { 'x-stack-refresh-token': String(json.refresh_token) };
  expect((await call('client', 'POST /auth/sessions/current/refresh', { body: {}, headers })).status).toBe(status);
});

test.each([
  ['2.8.58', 'SCHEMA_ERROR'],
  ['2.8.59', null],
])('clients change their primary email on %s: %s (wire/newer 2.2, 2.8.59)', async (release, known) => {
  const { call, signIn } = await releaseScene(release);
  const body = { primary_email: 'own@x.example' };
  expect((await call('client', 'PATCH /users/me', { token: await signIn(), body })).known).toBe(known);
});

describe('the token of an admin', () => {
  const refused = async ({ call }: ReleaseScene, token: string) =>
    (
      await call('admin', 'GET /internal/projects/current', {
        headers: { ...anonymous, ...restricted, 'x-stack-admin-access-token': token },
      })
    ).known;

  test.each([
    ['2.8.33', 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'],
    ['2.8.34', 'UNPARSABLE_ADMIN_ACCESS_TOKEN'],
  ])('of an anonymous user is %s: %s, whatever the opt-in (wire/later 1)', async (release, known) => {
    const scene = await releaseScene(release);
    const { json } = await scene.call('client', 'POST /auth/anonymous/sign-up', { project: 'internal', body: {} });
    expect(await refused(scene, String(json.access_token))).toBe(known);
  });

  test('of a restricted owner is refused, whatever the opt-in (wire/later 1)', async () => {
    const scene = await releaseScene('2.8.65');
    const before = await scene.signIn('internal');
    const body = { restricted_by_admin: true };
    await scene.call('server', `PATCH /users/${readClaims(before).sub}`, { project: 'internal', body });
    expect([await refused(scene, before), await refused(scene, await scene.signIn('internal'))]).toEqual([
      null,
      'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    ]);
  });
});

describe('an anonymous user with two-factor authentication', () => {
  test('needs a code to sign up with a password (wire/flows 2)', async () => {
    const scene = await releaseScene('2.8.86');
    const token = await asAnonymous(scene);
    const secret = { totp_secret_base64: demoTotpSecret };
    await scene.call('client', 'PATCH /users/me', { token, headers: anonymous, body: secret });
    const body = { email: 'new@x.example', password: ada.password };
    const signedUp = await scene.call('client', 'POST /auth/password/sign-up', { token, headers: anonymous, body });
    expect(signedUp.known).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED');
    const code = { code: signedUp.details.attempt_code, type: 'totp', totp: totpAt(scene.sandbox.clock.now()) };
    const { json } = await scene.call('client', 'POST /auth/mfa/sign-in', { body: code });
    expect([json.user_id, json.is_new_user]).toEqual([readClaims(token).sub, true]);
  });
});
