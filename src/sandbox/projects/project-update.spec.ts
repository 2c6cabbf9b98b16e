import { beforeEach, describe, expect, it } from 'vitest';
import { adminProject } from '#contract/service/models/project-models.ts';
import { createTestSandbox, schemaErrorResponse, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

const shared = ['github', 'google', 'microsoft', 'spotify'].map((id) => ({ id, type: 'shared' as const, enabled: true }));
let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
  test.configure({ oauth_providers: shared });
});

const update = (body: unknown, path = '/projects/current') => test.call('admin', 'PATCH', path, body);
const config = (change: unknown) => update({ config: change });
const configOf = ({ json }: TestResponse) => adminProject.parse(json).config;

const smtp = {
  type: 'standard',
  host: 'mail.example.com',
  port: 587,
  username: 'u',
  password: 'p',
  sender_name: 'Engines',
  sender_email: 'engines@example.com',
};

describe('an admin’s update', () => {
  it('returns the admin object', async () => {
    const answer = await update({ display_name: 'Difference', description: 'No. 2', is_production_mode: true });
    expect(answer.status).toBe(200);
    expect(adminProject.strict().parse(answer.json)).toMatchObject({
      display_name: 'Difference',
      description: 'No. 2',
      is_production_mode: true,
    });
    expect((await test.call('admin', 'GET', '/projects/current')).json).toEqual(answer.json);
  });

  it('clears a description that is left out or null, and nothing else', async () => {
    await update({ display_name: 'D', description: 'kept', is_production_mode: true });
    expect((await update({ description: 'kept' })).json).toMatchObject({
      display_name: 'D',
      description: 'kept',
      is_production_mode: true,
    });
    expect((await update({})).json).toMatchObject({ display_name: 'D', description: '', is_production_mode: true });
    await update({ description: 'x' });
    expect((await update({ description: null })).json.description).toBe('');
  });

  it('changes the sent switches', async () => {
    const before = configOf(await test.call('admin', 'GET', '/projects/current'));
    const after = configOf(await config({ sign_up_enabled: false, allow_localhost: false, oauth_account_merge_strategy: 'raise_error' }));
    expect(after).toEqual({ ...before, sign_up_enabled: false, allow_localhost: false, oauth_account_merge_strategy: 'raise_error' });
    const client = await test.call('client', 'GET', '/projects/current');
    expect(client.json).toMatchObject({ config: { sign_up_enabled: false } });
  });

  it('replaces the domains and keeps their order', async () => {
    const domains = ['https://z.example', 'http://a.example/path'].map((domain) => ({ domain, handler_path: '/handler' }));
    expect(configOf(await config({ domains })).domains).toEqual(domains);
    expect(configOf(await config({ domains: [] })).domains).toEqual([]);
  });

  it('stores providers by ID, with their keys in clear text, sorted', async () => {
    const google = { id: 'google', type: 'standard', enabled: true, client_id: 'i', client_secret: 's' };
    const x = {
      id: 'x',
      type: 'standard',
      enabled: false,
      client_id: 'a',
      client_secret: 'b',
      facebook_config_id: '',
      microsoft_tenant_id: 't',
    };
    const rest = shared.filter(({ id }) => id !== 'google').map((provider) => ({ ...provider, enabled: false }));
    const after = configOf(await config({ oauth_providers: [x, google, ...rest] }));
    const { facebook_config_id: _empty, ...storedX } = x;
    expect(after.oauth_providers).toEqual([...rest, google, storedX].sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(after.enabled_oauth_providers).toEqual([{ id: 'google' }]);
  });

  it('sets a mail server and returns to the shared one', async () => {
    expect(configOf(await config({ email_config: { ...smtp, port: '587' } })).email_config).toEqual(smtp);
    expect(configOf(await config({ email_config: { type: 'shared', host: 'ignored' } })).email_config).toEqual({ type: 'shared' });
  });

  it('sets existing permissions as defaults, sorted', async () => {
    const creator = [{ id: 'member' }, { id: 'admin' }, { id: '$update_team' }];
    const after = configOf(await config({ team_creator_default_permissions: creator, team_member_default_permissions: [] }));
    expect(after.team_creator_default_permissions.map(({ id }) => id)).toEqual(['$update_team', 'admin', 'member']);
    expect(after.team_member_default_permissions).toEqual([]);
  });

  it('requires admin access', async () => {
    for (const access of ['client', 'server'] as const) {
      for (const [method, path] of [
        ['PATCH', '/projects/current'],
        ['DELETE', '/projects/current'],
      ] as const) {
        const answer = await test.call(access, method, path, method === 'PATCH' ? {} : undefined);
        expect([answer.status, answer.json.code]).toEqual([401, 'INSUFFICIENT_ACCESS_TYPE']);
      }
    }
  });
});

describe('rejected requests', () => {
  const domain = { domain: 'https://a.example', handler_path: '/handler' };
  const facebook = { id: 'facebook', type: 'shared', enabled: false };
  it.each<[string, unknown, string]>([
    ['a domain twice', { domains: [domain, { ...domain, handler_path: '/other' }] }, 'Duplicated domain found'],
    ['a provider left out', { oauth_providers: shared.slice(1) }, "Provider with id 'github' not found in the update"],
    ['an unknown default of creators', { team_creator_default_permissions: [{ id: 'nope' }] }, 'Invalid team default permission ids'],
    ['an unknown default of members', { team_member_default_permissions: [{ id: '$nope' }] }, 'Invalid team default permission ids'],
    [
      'unknown defaults of users',
      { user_default_permissions: [{ id: 'one' }, { id: 'admin' }] },
      'Invalid user default permission ids: one, admin',
    ],
  ])('%s', async (_what, change, text) => {
    const before = await test.call('admin', 'GET', '/projects/current');
    const answer = await update({ display_name: 'changed', config: change });
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect((await test.call('admin', 'GET', '/projects/current')).json).toEqual(before.json);
  });

  it('rejects the shared mail server while the project has its own templates', async () => {
    await config({ email_config: smtp });
    expect((await test.call('admin', 'PATCH', '/email-templates/magic_link', { subject: 'Mine' })).status).toBe(200);
    const text =
      'Cannot change email service type to shared when custom templates are defined. Disable custom templates first, before changing the email service type.';
    const answer = await config({ email_config: { type: 'shared' } });
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect((await config({ email_config: { ...smtp, host: 'other.example.com' } })).status).toBe(200);
    await test.call('admin', 'DELETE', '/email-templates/magic_link');
    expect((await config({ email_config: { type: 'shared' } })).status).toBe(200);
  });

  it('rejects a provider without shared keys', async () => {
    const answer = await config({ oauth_providers: [...shared, facebook] });
    expect([answer.status, answer.json.code, answer.details]).toEqual([
      400,
      'INVALID_SHARED_OAUTH_PROVIDER_ID',
      { provider_id: 'facebook' },
    ]);
  });

  it('responds with 500 for a disabled standard provider without keys', async () => {
    expect((await config({ oauth_providers: [...shared, { ...facebook, type: 'standard' }] })).status).toBe(500);
    expect(test.faults).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a read-only field', { user_count: 1 }, 'body contains unknown properties: user_count'],
    ['the owner’s team', { owner_team_id: null }, 'body contains unknown properties: owner_team_id'],
    ['null for a name', { display_name: null }, 'body.display_name cannot be null'],
    ['a derived setting', { config: { enabled_oauth_providers: [] } }, 'body.config contains unknown properties: enabled_oauth_providers'],
    ['the id of the settings', { config: { id: 'x' } }, 'body.config contains unknown properties: id'],
    [
      'another merge strategy',
      { config: { oauth_account_merge_strategy: 'x' } },
      'body.config.oauth_account_merge_strategy must be one of the following values: link_method, raise_error, allow_duplicates',
    ],
    [
      'a domain of another scheme',
      { config: { domains: [{ ...domain, domain: 'ftp://a.example' }] } },
      'URL must start with http:// or https://',
    ],
    ['a relative handler', { config: { domains: [{ ...domain, handler_path: 'handler' }] } }, 'Handler path must start with /'],
    ['no handler', { config: { domains: [{ domain: 'https://a.example' }] } }, 'body.config.domains[0].handler_path must be defined'],
    [
      'a provider without enabled',
      { config: { oauth_providers: [{ id: 'x', type: 'shared' }] } },
      'body.config.oauth_providers[0].enabled must be defined',
    ],
    [
      'an unknown provider',
      { config: { oauth_providers: [{ ...facebook, id: 'twitch' }] } },
      'body.config.oauth_providers[0].id must be one of the following values: google, github, microsoft, spotify, facebook, discord, gitlab, bitbucket, linkedin, apple, x',
    ],
    [
      'a standard provider without keys',
      { config: { oauth_providers: [{ id: 'x', type: 'standard', enabled: true, client_id: '' }] } },
      'body.config.oauth_providers[0].client_id must not be empty\n  - body.config.oauth_providers[0].client_secret must be defined',
    ],
    [
      'a secret that is none',
      { config: { oauth_providers: [{ ...facebook, client_secret: { ref: 'r' } }] } },
      'client_secret must be a `string` type',
    ],
    ['no kind of mail server', { config: { email_config: {} } }, 'body.config.email_config.type must be defined'],
    [
      'a mail server without host',
      { config: { email_config: { ...smtp, host: undefined } } },
      'body.config.email_config.host must be defined',
    ],
    [
      'a mail server with an empty name',
      { config: { email_config: { ...smtp, username: '' } } },
      'body.config.email_config.username must not be empty',
    ],
    [
      'a mail server with an empty password',
      { config: { email_config: { ...smtp, password: '' } } },
      'body.config.email_config.password must not be empty',
    ],
    [
      'a port beyond',
      { config: { email_config: { ...smtp, port: 65_536 } } },
      'body.config.email_config.port must be less than or equal to 65535',
    ],
    ['a sender that is no address', { config: { email_config: { ...smtp, sender_email: 'x' } } }, 'sender_email must be a valid email'],
    ['a long mail password', { config: { email_config: { ...smtp, password: 'x'.repeat(71) } } }, 'password must be at most 70 characters'],
  ])('%s', async (_what, body, line) => {
    const answer = await update(body);
    expect([answer.status, answer.json.code]).toEqual([400, 'SCHEMA_ERROR']);
    expect(answer.json.error).toContain(line);
  });

  it.each<[unknown, string[]]>([
    [
      { type: 'standard' },
      ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'].map((field) => `${field} must be defined`),
    ],
    [{ ...smtp, host: '' }, ['host must not be empty']],
    [{ ...smtp, host: '', username: '' }, ['host must not be empty', 'username must not be empty']],
    [{ ...smtp, sender_email: '' }, ['sender_email must be a valid email']],
  ])('reports each missing field of the mail server %j', async (email_config, lines) => {
    const answer = await config({ email_config });
    const expected = lines.map((line) => `body.config.email_config.${line}`);
    expect(answer.json).toEqual(schemaErrorResponse('PATCH', '/projects/current', expected));
  });
});
