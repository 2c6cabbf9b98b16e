/** Fields that later releases add and remove: each is in its release, and not in the one before, or the other way around. */
import { describe, expect, test } from 'vitest';
import { releases } from '../../releases/release';
import { readAudience } from '../../sessions/claims';
import { type ReleaseScene, readClaims, releaseScene } from '../release-scene';

type Found = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Found => (typeof value === 'object' && value !== null ? { ...value } : {});
const first = (items: unknown): Found => objectIn(Array.isArray(items) ? items[0] : undefined);
const earlier = (release: string) => releases[releases.indexOf(release) - 1] ?? '';

const adminConfig = async ({ call }: ReleaseScene) => objectIn((await call('admin', 'GET /internal/projects/current')).json.config);

/** Where an object is found. */
const objects = {
  'admin project': async ({ call }: ReleaseScene) => (await call('admin', 'GET /internal/projects/current')).json,
  'client project': async ({ call }: ReleaseScene) => (await call('client', 'GET /projects/current')).json,
  'admin config': adminConfig,
  'admin provider': async (scene: ReleaseScene) => first((await adminConfig(scene)).oauth_providers),
  'first admin config': async ({ call }: ReleaseScene) => objectIn((await call('admin', 'GET /projects/current')).json.config),
  'client config': async ({ call }: ReleaseScene) => objectIn((await call('client', 'GET /projects/current')).json.config),
  'own project': async ({ call, signIn }: ReleaseScene) =>
    first((await call('client', 'GET /internal/projects', { token: await signIn('internal'), project: 'internal' })).items),
  'server user': async ({ call }: ReleaseScene) => first((await call('server', 'GET /users')).items),
  'own user': async ({ call, signIn }: ReleaseScene) => (await call('client', 'GET /users/me', { token: await signIn() })).json,
  'provider account': async ({ call, signIn }: ReleaseScene) =>
    first((await call('client', 'GET /oauth-providers?user_id=me', { token: await signIn() })).items),
  session: async ({ call, signIn }: ReleaseScene) =>
    first((await call('client', 'GET /auth/sessions?user_id=me', { token: await signIn() })).items),
  token: async ({ signIn }: ReleaseScene) => readClaims(await signIn()),
} satisfies Readonly<Record<string, (scene: ReleaseScene) => Promise<Found>>>;

type Place = keyof typeof objects;

const fieldIn = async (release: string, place: Place, field: string) => (await objects[place](await releaseScene(release)))[field];
const text = expect.any(String);
const flag = expect.any(Boolean);
const count = expect.any(Number);

describe('added', () => {
  test.each<[since: string, place: Place, field: string, value: unknown]>([
    // wire/newer 2.3 and 2.5
    ['2.8.19', 'admin config', 'email_theme', text],
    ['2.8.24', 'admin provider', 'provider_config_id', text],
    ['2.8.31', 'admin project', 'owner_team_id', text],
    ['2.8.31', 'own project', 'owner_team_id', text],
    ['2.8.38', 'provider account', 'provider_config_id', 'github'],
    ['2.8.49', 'client config', 'domains', expect.any(Array)],
    // wire/later 8
    ['2.8.30', 'admin project', 'logo_url', null],
    ['2.8.30', 'admin project', 'full_logo_url', null],
    ['2.8.54', 'admin project', 'logo_full_url', null],
    ['2.8.54', 'admin project', 'logo_dark_mode_url', null],
    ['2.8.54', 'admin project', 'logo_full_dark_mode_url', null],
    ['2.8.76', 'admin project', 'onboarding_status', 'completed'],
    // wire/later 1
    ['2.8.59', 'own user', 'is_restricted', false],
    ['2.8.59', 'own user', 'restricted_reason', null],
    ['2.8.65', 'own user', 'restricted_by_admin', false],
    ['2.8.65', 'own user', 'restricted_by_admin_reason', null],
    ['2.8.65', 'server user', 'restricted_by_admin_private_details', null],
    ['2.8.78', 'server user', 'country_code', null],
    ['2.8.78', 'server user', 'risk_scores', { sign_up: { bot: 0, free_trial_abuse: 0 } }],
    // wire/hexclave 4.2 and 4.3
    ['2.8.96', 'client config', 'allow_localhost', flag],
    ['2.8.96', 'admin project', 'is_development_environment', false],
    ['2.8.96', 'own project', 'is_development_environment', false],
    ['1.0.125', 'session', 'agent_name', null],
    ['1.0.125', 'client project', 'is_development_environment', false],
    ['1.0.125', 'client project', 'pushed_config_error', null],
    ['1.0.125', 'client project', 'config_warnings', []],
    ['1.0.125', 'admin project', 'pushed_config_error', null],
    ['1.0.125', 'admin project', 'config_warnings', []],
    // wire/hexclave 3.1
    ['2.8.38', 'token', 'project_id', text],
    ['2.8.38', 'token', 'branch_id', 'main'],
    ['2.8.38', 'token', 'refresh_token_id', text],
    ['2.8.38', 'token', 'name', 'Ada Lovelace'],
    ['2.8.38', 'token', 'email', 'ada@analytical.example'],
    ['2.8.38', 'token', 'selected_team_id', text],
    ['2.8.38', 'token', 'email_verified', true],
    ['2.8.38', 'token', 'is_anonymous', false],
    ['2.8.59', 'token', 'is_restricted', false],
    ['2.8.59', 'token', 'restricted_reason', null],
    ['2.8.77', 'token', 'requires_totp_mfa', false],
    ['2.8.80', 'token', 'signed_up_at', count],
  ])('by %s: of the %s, %s', async (since, place, field, value) => {
    expect([await fieldIn(earlier(since), place, field), await fieldIn(since, place, field)]).toEqual([undefined, value]);
  });
});

describe('removed', () => {
  test.each<[until: string, place: Place, field: string, value: unknown]>([
    // wire/newer 1, 2.8.11, 2.2, and wire/later 8
    ['2.8.11', 'admin config', 'id', text],
    ['2.8.11', 'admin provider', 'enabled', flag],
    ['2.8.20', 'admin project', 'user_count', count],
    ['2.8.54', 'admin project', 'full_logo_url', null],
    // wire/newer 2.1, 2.8.38
    ['2.8.38', 'token', 'branchId', 'main'],
    ['2.8.38', 'token', 'refreshTokenId', text],
    // wire/newer 1, 2.8.5
    ['2.8.5', 'first admin config', 'email_config', expect.any(Object)],
  ])('by %s: of the %s, %s', async (until, place, field, value) => {
    expect([await fieldIn(earlier(until), place, field), await fieldIn(until, place, field)]).toEqual([value, undefined]);
  });
});

test.each(['2.8.4', '2.8.37', '2.8.86', '1.0.125'])('tokens of %s have what every release’s have (wire/hexclave 3.1)', async (release) => {
  expect(await objects.token(await releaseScene(release))).toMatchObject({
    sub: text,
    iss: text,
    aud: text,
    iat: count,
    exp: count,
    role: 'authenticated',
  });
});

test.each(['p:a:b', 'p:resource', '', 7])('the audience %j is none of the API (wire/hexclave 3.2)', (audience) => {
  expect(readAudience(audience)).toBeNull();
});

test('values of a token that may be null are there as null (wire/hexclave 3.1)', async () => {
  const { call } = await releaseScene('2.8.80');
  const { json } = await call('client', 'POST /auth/anonymous/sign-up', { body: {} });
  expect(readClaims(String(json.access_token))).toMatchObject({ name: null, email: null, selected_team_id: null });
});

test('clients read neither what only admins nor what only servers read (wire/later 1 and 8)', async () => {
  const scene = await releaseScene('1.0.125');
  const project = (await scene.call('client', 'GET /projects/current')).json;
  const user = await objects['own user'](scene);
  for (const field of ['logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url', 'onboarding_status'])
    expect(project).not.toHaveProperty(field);
  for (const field of ['restricted_by_admin_private_details', 'country_code', 'risk_scores']) expect(user).not.toHaveProperty(field);
});

test('every session says when it was last used (wire/newer 2.7)', async () => {
  const { call } = await releaseScene('2.8.86');
  const { items: users } = await call('server', 'GET /users?include_anonymous=true&include_restricted=true');
  const created = await call('server', 'POST /auth/sessions', { body: { user_id: users[0]?.id } });
  expect(created.status).toBe(200);
  const lists = await Promise.all(users.map(({ id }) => call('server', `GET /auth/sessions?user_id=${id}`)));
  for (const session of lists.flatMap(({ items }) => items)) expect(session.last_used_at).toEqual(count);
});

test.each(['logo_url', 'logo_full_url', 'logo_dark_mode_url', 'logo_full_dark_mode_url'])(
  '%s can be removed again (wire/later 8)',
  async (field) => {
    const { call } = await releaseScene('2.8.54');
    const stored = async (url: string | null) =>
      (await call('admin', 'PATCH /internal/projects/current', { body: { [field]: url } })).json[field];
    expect([await stored('https://a.example/logo.png'), await stored(null)]).toEqual(['https://a.example/logo.png', null]);
  },
);

test.each([
  ['2.8.95', 400],
  ['2.8.96', 201],
])('a new project may say that it is for development on %s: %i, and is read so (wire/hexclave 4.2)', async (release, status) => {
  const { call, signIn } = await releaseScene(release);
  const own = { token: await signIn('internal'), project: 'internal' };
  const owner_team_id = (await call('client', 'GET /teams?user_id=me', own)).items[0]?.id;
  const body = { display_name: 'New', owner_team_id, is_development_environment: true };
  const created = await call('client', 'POST /internal/projects', { ...own, body });
  expect(created.status).toBe(status);
  if (status !== 201) return;
  expect(created.json.is_development_environment).toBe(true);
  const asOwner = { project: String(created.json.id), headers: { 'x-stack-admin-access-token': own.token } };
  const renamed = await call('admin', 'PATCH /internal/projects/current', { ...asOwner, body: { display_name: 'Renamed' } });
  expect(renamed.json.is_development_environment).toBe(true);
});
