/** Changes from 2.8.5 to 2.8.16 (wire/newer 1), and fields of projects (wire/later 8). */
import { describe, expect, it } from 'vitest';
import { release10125, releaseScene } from '../release-scene';
import { ada, newestEmail } from '../test-sandbox';

it.each([
  ['2.8.7', 200],
  ['2.8.8', 403],
])('a one-time code of %s, sent before sign-up was turned off: %i (wire/newer 1, 2.8.8)', async (release, status) => {
  const { call, sandbox } = await releaseScene(release);
  const email = 'new@x.example';
  await call('client', 'POST /auth/otp/send-sign-in-code', { body: { email, callback_url: 'http://localhost:1/m' } });
  sandbox.configure({ sign_up_enabled: false });
  const { code } = await newestEmail(sandbox, email);
  const signedIn = await call('client', 'POST /auth/otp/sign-in', { body: { code } });
  expect([signedIn.status === 200 ? 200 : 403, signedIn.known]).toEqual([status, status === 200 ? null : 'SIGN_UP_NOT_ENABLED']);
});

it.each([
  ['2.8.5', 'a..b@x.example', 200],
  ['2.8.5', 'a.@x.example', 200],
  ['2.8.5', '.a@x.example', 400],
  ['2.8.6', 'a..b@x.example', 400],
  ['2.8.6', 'a.@x.example', 400],
  ['2.8.6', 'a.b@x.example', 200],
])('signing up on %s as %s: %i (wire/newer 1, 2.8.6)', async (release, email, status) => {
  const { call } = await releaseScene(release);
  const urls = { verification_callback_url: 'http://localhost:1/v' };
  const signedUp = await call('client', 'POST /auth/password/sign-up', { body: { email, password: 'Passw0rd', ...urls } });
  const body = { email: email.replace('@', '1@').replace('.1@', '1.@'), callback_url: 'http://localhost:1/m' };
  const code = await call('client', 'POST /auth/otp/send-sign-in-code', { body });
  const known = status === 200 ? null : 'SCHEMA_ERROR';
  expect([signedUp.status, signedUp.known, code.status, code.known]).toEqual([status, known, status, known]);
});

it.each([
  ['2.8.12', 500],
  ['2.8.13', 200],
])('the sessions of a user without one on %s: %i (wire/newer 1, 2.8.13)', async (release, status) => {
  const { call } = await releaseScene(release);
  const { json } = await call('server', 'POST /users', { body: {} });
  expect((await call('server', `GET /auth/sessions?user_id=${json.id}`)).status).toBe(status);
});

it.each([
  ['2.8.13', true],
  ['2.8.14', false],
])('turning off the use of the primary email on %s leaves it %s (wire/newer 1, 2.8.14)', async (release, isUsed) => {
  const { call } = await releaseScene(release);
  const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada });
  const updated = await call('server', `PATCH /users/${json.user_id}`, { body: { primary_email_auth_enabled: false } });
  expect(updated.json.primary_email_auth_enabled).toBe(isUsed);
});

describe('a project', () => {
  it.each([
    ['2.8.10', ['admin'], ''],
    ['2.8.11', ['team_admin'], 'Kept'],
  ])(
    'of %s has the default permission %j, and an update without a description leaves %j (wire/newer 1, 2.8.11)',
    async (release, ids, kept) => {
      const { call, signIn } = await releaseScene(release);
      const own = { token: await signIn('internal'), project: 'internal' };
      const created = await call('client', 'POST /internal/projects', { ...own, body: { display_name: 'New', description: 'Kept' } });
      const { team_creator_default_permissions } = created.json.config as { team_creator_default_permissions: { id: string }[] };
      expect(team_creator_default_permissions.map(({ id }) => id)).toEqual(ids);
      const asOwner = { project: String(created.json.id), headers: { 'x-stack-admin-access-token': own.token } };
      const updated = await call('admin', 'PATCH /internal/projects/current', { ...asOwner, body: { display_name: 'Renamed' } });
      expect(updated.json.description).toBe(kept);
    },
  );

  it.each([
    ['2.8.13', false],
    ['2.8.14', true],
    ['2.8.28', false],
  ])('of %s: an update without allow_localhost makes it %s (wire/newer 1, 2.8.14)', async (release, allows) => {
    const { call, sandbox } = await releaseScene(release);
    sandbox.configure({ allow_localhost: false });
    const { json } = await call('admin', 'PATCH /internal/projects/current', { body: { display_name: 'x' } });
    expect(json.config).toMatchObject({ allow_localhost: allows });
  });

  it('has logos and the state of the wizard (wire/later 8)', async () => {
    const { call } = await releaseScene(release10125);
    const patch = (body: object) => call('admin', 'PATCH /internal/projects/current', { body });
    const logo = 'https://cdn.example.test/logo.png';
    expect((await patch({ logo_url: logo, onboarding_status: 'welcome' })).json).toMatchObject({
      logo_url: logo,
      logo_full_url: null,
      onboarding_status: 'welcome',
      is_development_environment: false,
    });
    expect((await patch({ logo_url: null })).json).toMatchObject({ logo_url: null, onboarding_status: 'welcome' });
    expect((await patch({ logo_url: 'ftp://x.example/a.png' })).text).toBe('Invalid profile image URL');
    expect((await call('client', 'GET /projects/current')).json).not.toHaveProperty('logo_url');
    const before = await releaseScene('2.8.53');
    expect((await before.call('admin', 'GET /internal/projects/current')).json).toMatchObject({ logo_url: null, full_logo_url: null });
  });
});

it('other branches do not exist, and OAuth clients may name the main one (wire/newer 1, 2.8.12)', async () => {
  for (const [release, status] of [
    ['2.8.11', 200],
    ['2.8.12', 400],
    ['2.8.26', 500],
    ['2.8.86', 400],
  ] as const) {
    const { call } = await releaseScene(release);
    expect([release, (await call('client', 'GET /projects/current', { headers: { 'x-stack-branch-id': 'other' } })).status]).toEqual([
      release,
      status,
    ]);
  }
});

it.each([
  ['2.8.19', 200],
  ['2.8.20', 500],
  ['2.8.26', 500],
])('an empty branch on %s: %i (wire/conventions 2)', async (release, status) => {
  const { sandbox } = await releaseScene(release);
  const headers = { ...sandbox.headers('client'), 'x-stack-branch-id': '' };
  expect((await sandbox.raw('GET', '/projects/current', headers)).status).toBe(status);
});

it.each([
  ['2.8.10', false],
  ['2.8.11', true],
  ['2.8.86', true],
])('a code of %s to a verified address makes codes a sign-in method: %s (wire/endpoints 1.3)', async (release, isAdded) => {
  const { call } = await releaseScene(release);
  const email = 'verified@x.example';
  const body = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true };
  const { json: user } = await call('server', 'POST /users', { body });
  expect(user.otp_auth_enabled).toBe(false);
  await call('client', 'POST /auth/otp/send-sign-in-code', { body: { email, callback_url: 'http://localhost:1/m' } });
  expect((await call('server', `GET /users/${user.id}`)).json.otp_auth_enabled).toBe(isAdded);
});
