/** Which key of the configuration is which field of a project (wire/later 7.4), and what is stored and refused. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseScene, release2886, releaseScene } from '../testing/release-scene';

let scene: ReleaseScene;
beforeEach(async () => {
  scene = await releaseScene(release2886);
});

type Level = 'project' | 'branch' | 'environment';

const patch = (level: Level, override: object) =>
  scene.call('admin', `PATCH /internal/config/override/${level}`, { body: { config_override_string: JSON.stringify(override) } });
const stored = async (level: Level) =>
  JSON.parse(String((await scene.call('admin', `GET /internal/config/override/${level}`)).json.config_string)) as Record<string, unknown>;
const config = async () => (await scene.call('admin', 'GET /internal/projects/current')).json.config as Record<string, unknown>;

const dark = 'a0172b5d-cff0-463b-83bb-85124697373a';
const smtp = { host: 'h', port: 25, username: 'u', password: 'p' };

const same = (...values: readonly unknown[]) => values.map((value) => [value, value] as const);
const switched = same(false, true);
const granted = [[{ $read_members: true }, [{ id: '$read_members' }]]] as const;
const gitlab = { id: 'gitlab', provider_config_id: 'mine', type: 'standard', client_id: 'c', client_secret: 's' };

describe('a key is a field of the project', () => {
  it.each<[key: string, field: string, values: readonly (readonly [written: unknown, read: unknown])[]]>([
    ['auth.allowSignUp', 'sign_up_enabled', switched],
    ['auth.password.allowSignIn', 'credential_enabled', switched],
    ['auth.otp.allowSignIn', 'magic_link_enabled', switched],
    ['auth.passkey.allowSignIn', 'passkey_enabled', switched],
    ['auth.oauth.accountMergeStrategy', 'oauth_account_merge_strategy', same('raise_error', 'allow_duplicates', 'link_method')],
    ['teams.createPersonalTeamOnSignUp', 'create_team_on_sign_up', switched],
    ['teams.allowClientTeamCreation', 'client_team_creation_enabled', switched],
    ['users.allowClientUserDeletion', 'client_user_deletion_enabled', switched],
    ['apiKeys.enabled.user', 'allow_user_api_keys', switched],
    ['apiKeys.enabled.team', 'allow_team_api_keys', switched],
    ['rbac.defaultPermissions.teamCreator', 'team_creator_default_permissions', granted],
    ['rbac.defaultPermissions.teamMember', 'team_member_default_permissions', granted],
    ['rbac.defaultPermissions.signUp', 'user_default_permissions', [[{}, []]]],
    ['domains.allowLocalhost', 'allow_localhost', switched],
    [
      'domains.trustedDomains.a',
      'domains',
      [[{ baseUrl: 'https://a.example' }, [{ domain: 'https://a.example', handler_path: '/handler' }]]],
    ],
    ['emails.selectedThemeId', 'email_theme', same(dark)],
    [
      'emails.server',
      'email_config',
      [
        [{ isShared: true }, { type: 'shared' }],
        [
          { isShared: false, provider: 'smtp', ...smtp, senderName: 's', senderEmail: 's@x.example' },
          { type: 'standard', ...smtp, sender_name: 's', sender_email: 's@x.example' },
        ],
      ],
    ],
    [
      'auth.oauth.providers',
      'oauth_providers',
      [[{ mine: { type: 'gitlab', isShared: false, clientId: 'c', clientSecret: 's', allowSignIn: true } }, [gitlab]]],
    ],
  ])('%s is %s', async (key, field, values) => {
    if (key.includes('trustedDomains')) await patch('environment', { 'domains.trustedDomains': {} });
    for (const [written, read] of values) {
      expect((await patch('environment', { [key]: written })).json).toEqual({ success: true });
      expect((await config())[field]).toEqual(read);
    }
  });

  it.each<[field: string, value: unknown, key: string, written: unknown]>([
    ['sign_up_enabled', false, 'auth.allowSignUp', false],
    ['email_theme', dark, 'emails.selectedThemeId', dark],
    ['domains', [{ domain: 'https://a.example', handler_path: '/h' }], 'domains.trustedDomains', expect.any(Object)],
  ])('an update of %s is stored at level environment', async (field, value, key, written) => {
    await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { [field]: value } } });
    expect((await stored('environment'))[key]).toEqual(written);
    expect(Array.isArray((await stored('environment'))[key])).toBe(false);
  });

  it('a new project has its settings at level environment', async () => {
    const own = { token: await scene.signIn('internal'), project: 'internal' };
    const owner_team_id = (await scene.call('client', 'GET /teams?user_id=me', own)).items[0]?.id;
    const body = { display_name: 'New', owner_team_id, config: { sign_up_enabled: false } };
    const { json } = await scene.call('client', 'POST /internal/projects', { ...own, body });
    const asOwner = { project: String(json.id), headers: { 'x-stack-admin-access-token': own.token } };
    const read = await scene.call('admin', 'GET /internal/config/override/environment', asOwner);
    expect(JSON.parse(String(read.json.config_string))).toMatchObject({ 'auth.allowSignUp': false });
  });
});

describe('a level', () => {
  it.each<[level: Level, override: object, status: number]>([
    ['project', { 'project.requirePublishableClientKey': true }, 200],
    ['project', { 'auth.allowSignUp': true }, 400],
    ['branch', { 'project.requirePublishableClientKey': true }, 400],
    ['branch', { 'auth.signUpRulesDefaultAction': 'reject' }, 200],
    ['environment', { 'auth.signUpRulesDefaultAction': 'reject' }, 200],
    ['branch', { 'auth.oauth.providers.github.clientId': 'c' }, 400],
    ['environment', { 'auth.oauth.providers.github.clientId': 'c' }, 200],
    ['branch', { 'emails.server.host': 'h' }, 400],
    ['environment', { 'emails.server.host': 'h' }, 200],
  ])('%s with %j: %i', async (level, override, status) => {
    expect((await patch(level, override)).status).toBe(status);
  });

  it('project can’t be reset by keys', async () => {
    const reset = (level: Level) =>
      scene.call('admin', `POST /internal/config/override/${level}/reset-keys`, { body: { keys: ['auth.allowSignUp'] } });
    expect([(await reset('project')).known, (await reset('branch')).json]).toEqual(['SCHEMA_ERROR', { success: true }]);
  });

  it('is stored as it is written, with emails.theme under its later name', async () => {
    await patch('branch', { 'emails.theme': dark });
    expect(await stored('branch')).toEqual({ 'emails.selectedThemeId': dark });
  });

  it('with a list of trusted domains has a record of them', async () => {
    await patch('environment', { 'domains.trustedDomains': [{ baseUrl: 'https://a.example' }] });
    expect(Array.isArray((await stored('environment'))['domains.trustedDomains'])).toBe(false);
    expect((await config()).domains).toMatchObject([{ domain: 'https://a.example' }]);
  });
});

it('the configuration is read with defaults and secrets (wire/later 7.1)', async () => {
  await patch('environment', {
    'emails.server': { isShared: false, provider: 'smtp', ...smtp, senderName: 's', senderEmail: 's@x.example' },
  });
  const read = JSON.parse(String((await scene.call('admin', 'GET /internal/config')).json.config_string));
  expect(read.emails.server.password).toBe('p');
  expect(read.auth.signUpRulesDefaultAction).toBe('allow');
});

it('what is refused is refused in this order (wire/later 7.3)', async () => {
  const put = (config_string: string) => scene.call('admin', 'PUT /internal/config/override/branch', { body: { config_string } });
  const wrong = { 'auth.allowSignUp': 'yes' };
  const unknown = { 'nothing.here': 1, ...wrong };
  const malformed = { '-a': 1, ...unknown };
  const dotted = { auth: { 'a.b': 1 }, ...malformed };
  const texts = await Promise.all(
    ['{', 'null', ...[dotted, malformed, unknown, wrong, {}].map((each) => JSON.stringify(each))].map(
      async (each) => (await put(each)).text,
    ),
  );
  expect(texts).toEqual([
    'Invalid config JSON',
    'Config override must be a non-null object.',
    'Key a.b contains a dot, which is not allowed in config override.',
    expect.stringMatching(/^Invalid config format: /),
    expect.stringMatching(/^The key "nothing\.here" is not valid /),
    expect.stringContaining('auth.allowSignUp'),
    'source is required for branch level config',
  ]);
});

describe('what isn’t checked (wire/later 7.3)', () => {
  it.each([70_000, -1])('is the range of a port: %i', async (port) => {
    const server = { isShared: false, ...smtp, port, senderName: 's', senderEmail: 's@x.example' };
    expect((await patch('environment', { 'emails.server': server })).json).toEqual({ success: true });
    expect((await config()).email_config).toMatchObject({ port });
  });

  it('is whether a theme exists, which is rendered as the default one (wire/later 3)', async () => {
    const unknown = '00000000-0000-4000-8000-0000000000ff';
    expect((await patch('branch', { 'emails.selectedThemeId': unknown })).json).toEqual({ success: true });
    const { emails } = JSON.parse(String((await scene.call('admin', 'GET /internal/config')).json.config_string));
    const light = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac';
    expect([emails.selectedThemeId, (await config()).email_theme, await stored('branch')]).toEqual([
      light,
      light,
      { 'emails.selectedThemeId': unknown },
    ]);
  });

  it('is a text of more than five million characters, which fails', async () => {
    const put = (config_override_string: string) =>
      scene.call('admin', 'PATCH /internal/config/override/branch', { body: { config_override_string } });
    const longest = `{}${' '.repeat(4_999_998)}`;
    expect([(await put(longest)).status, (await put(`${longest} `)).status]).toEqual([200, 500]);
  });
});

describe('an override', () => {
  it.each<[level: Level, override: object, kept: object]>([
    ['branch', { sourceOfTruth: { type: 'hosted' } }, {}],
    ['environment', { 'sourceOfTruth.type': 'hosted', 'auth.allowSignUp': false }, { 'auth.allowSignUp': false }],
    ['branch', { emails: { theme: dark } }, { emails: { selectedThemeId: dark } }],
    [
      'environment',
      { domains: { trustedDomains: [{ baseUrl: 'https://a.example' }], allowLocalhost: false } },
      { domains: { trustedDomains: { 0: { baseUrl: 'https://a.example' } }, allowLocalhost: false } },
    ],
  ])('of %s is migrated before it is stored: %j (wire/later 7.2)', async (level, override, kept) => {
    await scene.call('admin', `PUT /internal/config/override/${level}`, {
      body: { config_string: JSON.stringify(override), source: { type: 'unlinked' } },
    });
    expect(await stored(level)).toEqual(kept);
  });
});
