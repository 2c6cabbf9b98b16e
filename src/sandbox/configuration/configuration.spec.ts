/** The configuration as the source of a project's settings (wire/later 7). */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseScene, release2886, releaseScene } from '../testing/release-scene';
import { mergeOverrides, renderOverride, resetKeys } from './levels';

let scene: ReleaseScene;
beforeEach(async () => {
  scene = await releaseScene(release2886);
});

const path = '/internal/config/override';
const patch = (level: string, override: unknown) =>
  scene.call('admin', `PATCH ${path}/${level}`, { body: { config_override_string: JSON.stringify(override) } });
const stored = async (level: string) => JSON.parse(String((await scene.call('admin', `GET ${path}/${level}`)).json.config_string));
const rendered = async () => JSON.parse(String((await scene.call('admin', 'GET /internal/config')).json.config_string));
const config = async () => (await scene.call('admin', 'GET /internal/projects/current')).json.config as Record<string, unknown>;

describe('overrides act on the project', () => {
  it('its sign-in methods, domains, providers, and defaults (wire/later 7.4)', async () => {
    await patch('environment', {
      'auth.password.allowSignIn': false,
      'auth.otp.allowSignIn': true,
      'domains.trustedDomains': { a: { baseUrl: 'https://a.example' } },
      'domains.allowLocalhost': false,
      'auth.oauth.providers': { github: { type: 'github', isShared: true, allowSignIn: true } },
      'rbac.defaultPermissions.teamMember': { $read_members: true },
    });
    expect(await config()).toMatchObject({
      credential_enabled: false,
      magic_link_enabled: true,
      allow_localhost: false,
      domains: [{ domain: 'https://a.example', handler_path: '/handler' }],
      oauth_providers: [{ id: 'github', provider_config_id: 'github', type: 'shared' }],
      team_member_default_permissions: [{ id: '$read_members' }],
    });
    const signIn = await scene.call('client', 'POST /auth/password/sign-in', { body: { email: 'a@x.example', password: 'Passw0rd' } });
    expect(signIn.known).toBe('PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });

  it('and what the project’s own calls write is at the environment level (wire/later 7.2)', async () => {
    await scene.call('admin', 'PATCH /internal/projects/current', { body: { config: { sign_up_enabled: false } } });
    expect(await stored('environment')).toMatchObject({ 'auth.allowSignUp': false });
    await patch('branch', { 'auth.allowSignUp': true });
    expect((await config()).sign_up_enabled).toBe(false);
    await scene.call('admin', `POST ${path}/environment/reset-keys`, { body: { keys: ['auth.allowSignUp'] } });
    expect((await config()).sign_up_enabled).toBe(true);
  });

  it('providers that are off get lost by an update of the list (wire/later 7.4)', async () => {
    await patch('environment', { 'auth.oauth.providers.github.allowSignIn': false });
    const { oauth_providers } = await config();
    const body = {
      config: { oauth_providers: (oauth_providers as Record<string, unknown>[]).map(({ provider_config_id: _id, ...each }) => each) },
    };
    expect((await scene.call('admin', 'PATCH /internal/projects/current', { body })).status).toBe(200);
    expect((await rendered()).auth.oauth.providers).not.toHaveProperty('github');
  });
});

describe('checks, in the service’s order (wire/later 7.3)', () => {
  it.each<[string, unknown, string]>([
    ['environment', '{', 'Invalid config JSON'],
    ['project', 'null', 'Config override must be a non-null object.'],
    ['branch', { auth: { 'a.b': 1 } }, 'Key a.b contains a dot, which is not allowed in config override.'],
    [
      'branch',
      { '-a': 1 },
      'Invalid config format: All keys of override must consist of only alphanumeric characters, dots, underscores, colons, dollar signs, or hyphens and start with a character other than a hyphen (found: -a)',
    ],
    ['branch', { 'auth.nothing.here': 1 }, 'The key "auth.nothing.here" is not valid (nested object not found in schema: "auth.nothing").'],
    [
      'branch',
      { 'domains.allowLocalhost': true },
      'The key "domains.allowLocalhost" is not valid (nested object not found in schema: "domains").',
    ],
    [
      'environment',
      { 'project.requirePublishableClientKey': true },
      'The key "project.requirePublishableClientKey" is not valid (nested object not found in schema: "project").',
    ],
    ['branch', { auth: { more: 1 } }, 'auth contains unknown properties: more'],
    [
      'branch',
      { 'auth.signUpRules.x.action.type': 'drop' },
      'auth.signUpRules.x.action.type must be one of the following values: allow, reject, restrict, log',
    ],
  ])('%s refuses %j', async (level, override, text) => {
    const config_override_string = typeof override === 'string' ? override : JSON.stringify(override);
    const { status, text: found } = await scene.call('admin', `PATCH ${path}/${level}`, { body: { config_override_string } });
    expect([status, found]).toEqual([400, text]);
  });

  it('another level, and servers on all but the branch (wire/later 7.1)', async () => {
    expect((await patch('nowhere', {})).text).toContain('params.level must be one of the following values: project, branch, environment');
    const { status, text } = await scene.call('server', `GET ${path}/environment`);
    expect([status, text]).toEqual([403, 'Server access can only manage branch config overrides.']);
    expect((await scene.call('server', `GET ${path}/branch`)).status).toBe(200);
    expect((await (await releaseScene('2.8.84')).call('server', `GET ${path}/branch`)).known).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it('a branch without its source', async () => {
    const put = (body: object) => scene.call('admin', `PUT ${path}/branch`, { body });
    expect((await put({ config_string: '{}' })).text).toBe('source is required for branch level config');
    const source = { type: 'pushed-from-github', owner: 'o', repo: 'r', branch: 'b', commit_hash: 'c', config_file_path: 'p' };
    expect((await put({ config_string: '{}', source })).json).toEqual({ success: true });
    expect((await scene.call('admin', 'GET /internal/config/source')).json).toEqual({ source });
    expect((await scene.call('admin', 'DELETE /internal/config/source')).json).toEqual({ success: true });
    expect((await scene.call('admin', 'GET /internal/config/source')).json).toEqual({ source: { type: 'unlinked' } });
  });
});

describe('rendering (wire/later 7.2)', () => {
  it('removes what is below a later key, and ignores keys below missing entries', () => {
    const { auth } = renderOverride({
      'auth.signUpRules.known': { enabled: true, condition: 'true' },
      'auth.signUpRules.known.priority': 3,
      'auth.signUpRules.missing.enabled': true,
    }) as { auth: { signUpRules: object } };
    expect(auth.signUpRules).toEqual({ known: { enabled: true, priority: 3, condition: 'true', action: { type: 'allow' } } });
    expect(mergeOverrides({ 'auth.password.allowSignIn': true, 'teams.x': 1 }, { auth: {} })).toEqual({ 'teams.x': 1, auth: {} });
  });

  it('shows the default for null, not the earlier level', async () => {
    await patch('branch', { 'teams.allowClientTeamCreation': true });
    await patch('environment', { 'teams.allowClientTeamCreation': null });
    expect((await rendered()).teams.allowClientTeamCreation).toBe(false);
  });

  it('resets keys, what is below them, and the matching part of objects', () => {
    const override = { 'a.b': 1, 'a.b.c': 2, x: { y: { z: 1 }, w: 2 }, only: { one: 1 } };
    expect(resetKeys(override, ['a.b', 'x.y', 'only.one', 'unknown'])).toEqual({ x: { w: 2 } });
    expect(resetKeys(override, [])).toEqual(override);
  });

  const keys = ['auth.allowSignUp', 'auth.password.allowSignIn', 'teams.allowClientTeamCreation', 'users.allowClientUserDeletion'];

  const value = fc.constantFrom(true, false, null);
  const change = fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true });

  it('is the last value of each key after any writes', async () => {
    await fc.assert(fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), showsLastValues), { numRuns: 5 });
  });

  async function showsLastValues(changes: readonly Readonly<Record<string, boolean | null>>[]): Promise<void> {
    await scene.call('admin', `POST ${path}/branch/reset-keys`, { body: { keys } });
    const model: Record<string, boolean | null> = {};
    for (const each of changes) {
      Object.assign(model, each);
      await patch('branch', each);
    }
    expect(await stored('branch')).toEqual(model);
    await scene.call('admin', `POST ${path}/environment/reset-keys`, { body: { keys } });
    const { sign_up_enabled, client_team_creation_enabled } = await config();
    expect([sign_up_enabled, client_team_creation_enabled]).toEqual([
      model['auth.allowSignUp'] ?? true,
      model['teams.allowClientTeamCreation'] ?? false,
    ]);
  }
});
