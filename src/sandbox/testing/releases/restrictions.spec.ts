/** Users that admins restrict (wire/later 1). */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseScene, readClaims, release2886, releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

let scene: ReleaseScene;
let id: string;
beforeEach(async () => {
  scene = await releaseScene(release2886);
  id = String(readClaims(await scene.signIn()).sub);
});

const patch = (body: object) => scene.call('server', `PATCH /users/${id}`, { body });
const lines = async (body: object) =>
  String((await patch(body)).details.message)
    .split('\n  - ')
    .slice(1);

describe('a body', () => {
  it.each([
    [{ restricted_by_admin_reason: 'r' }, 'restricted_by_admin_reason must be null when restricted_by_admin is not true'],
    [
      { restricted_by_admin: false, restricted_by_admin_reason: 'r' },
      'restricted_by_admin_reason must be null when restricted_by_admin is not true',
    ],
    [{ restricted_by_admin_private_details: 'd' }, 'restricted_by_admin_private_details must be null when restricted_by_admin is not true'],
    [{ restricted_by_admin: null }, 'body.restricted_by_admin cannot be null'],
    [{ country_code: 'Austria' }, 'body.country_code must be a 2-letter country code'],
    [{ is_restricted: true }, 'body contains unknown properties: is_restricted'],
  ])('%j is refused, also for a restricted user (wire/later 1)', async (body, line) => {
    await patch({ restricted_by_admin: true });
    expect(await lines(body)).toContain(line);
  });

  it('of both texts the reason is checked first', async () => {
    const both = { restricted_by_admin_reason: 'r', restricted_by_admin_private_details: 'd' };
    expect(await lines(both)).toEqual(['restricted_by_admin_reason must be null when restricted_by_admin is not true']);
  });

  it('sets the texts, keeps them, and clears them when it lifts the restriction', async () => {
    const texts = { restricted_by_admin_reason: 'Under review', restricted_by_admin_private_details: 'ticket 4711' };
    expect((await patch({ restricted_by_admin: true, ...texts })).json).toMatchObject({ restricted_by_admin: true, ...texts });
    expect((await patch({ restricted_by_admin: true })).json).toMatchObject(texts);
    expect((await patch({ restricted_by_admin: true, restricted_by_admin_reason: '' })).json.restricted_by_admin_reason).toBeNull();
    const none = { restricted_by_admin: false, restricted_by_admin_reason: null, restricted_by_admin_private_details: null };
    expect((await patch({ restricted_by_admin: false })).json).toMatchObject(none);
  });

  it('sets country and risk scores, which servers read (wire/later 1)', async () => {
    const { json } = await patch({ country_code: ' at ', risk_scores: { sign_up: { bot: 3, free_trial_abuse: 4 } } });
    expect(json).toMatchObject({ country_code: 'AT', risk_scores: { sign_up: { bot: 3, free_trial_abuse: 4 } } });
    const token = await scene.signIn();
    const own = (await scene.call('client', 'GET /users/me', { token })).json;
    for (const name of ['country_code', 'risk_scores', 'restricted_by_admin_private_details']) expect(own).not.toHaveProperty(name);
    expect(own).toMatchObject({ restricted_by_admin: false, restricted_by_admin_reason: null });
  });

  it.each([
    ['2.8.64', 'SCHEMA_ERROR'],
    ['2.8.65', null],
  ])('of %s: %s', async (release, known) => {
    scene = await releaseScene(release);
    const { items } = await scene.call('server', 'GET /users?limit=1');
    const { known: found } = await scene.call('server', `PATCH /users/${items[0]?.id}`, { body: { restricted_by_admin: true } });
    expect(found).toBe(known);
  });
});

it('clients can’t restrict', async () => {
  const token = await scene.signIn();
  expect((await scene.call('client', 'PATCH /users/me', { token, body: { restricted_by_admin: false } })).known).toBe('SCHEMA_ERROR');
});

it('names the first reason that applies (wire/later 1)', async () => {
  await patch({ restricted_by_admin: true, primary_email_verified: false });
  const reason = async () => (await scene.call('server', `GET /users/${id}`)).json.restricted_reason;
  expect(await reason()).toEqual({ type: 'restricted_by_administrator' });
  const body = { config_override_string: '{"onboarding.requireEmailVerification": true}' };
  await scene.call('admin', 'PATCH /internal/config/override/environment', { body });
  expect(await reason()).toEqual({ type: 'email_not_verified' });
  await patch({ primary_email_verified: true });
  expect(await reason()).toEqual({ type: 'restricted_by_administrator' });
});

it('ends no session, and a restricted user can’t accept invitations (wire/later 1, wire/newer 2.4, 2.8.59)', async () => {
  const { json } = await scene.call('client', 'POST /auth/password/sign-in', { body: ada });
  await patch({ restricted_by_admin: true });
  const refreshed = await scene.call('client', 'POST /auth/sessions/current/refresh', {
    body: {},
    headers: { 'x-stack-refresh-token': String(json.refresh_token) },
  });
  const token = String(refreshed.json.access_token);
  expect(readClaims(token)).toMatchObject({ is_restricted: true, restricted_reason: { type: 'restricted_by_administrator' } });
  for (const path of ['GET /users/me', 'DELETE /auth/sessions/current'] as const)
    expect((await scene.call('client', path, { token })).known).toBe('RESTRICTED_USER_NOT_ALLOWED');
  const headers = { 'x-stack-allow-restricted-user': 'true' };
  const accepted = await scene.call('client', 'POST /team-invitations/accept', { token, headers, body: { code: 'a'.repeat(45) } });
  expect([accepted.status, accepted.known, accepted.details]).toEqual([
    403,
    'TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED',
    { restricted_reason: { type: 'restricted_by_administrator' } },
  ]);
});

it('lists restricted users on request, with only_anonymous from 2.8.81 on (wire/later 9)', async () => {
  await patch({ restricted_by_admin: true });
  const ids = async (query: string) => (await scene.call('server', `GET /users${query}`)).items.map((user) => user.id);
  expect([(await ids('')).includes(id), (await ids('?include_restricted=true')).includes(id)]).toEqual([false, true]);
  const before = await releaseScene('2.8.80');
  expect((await before.call('server', 'GET /users?only_anonymous=true')).known).toBe('SCHEMA_ERROR');
});
