import { describe, expect, test } from 'vitest';
import { release2826, release2886, releaseScene } from '../release-scene';

const latest = () => releaseScene(release2886);
const recorded = () => releaseScene(release2826);

describe('projects', () => {
  /** Recorded on a real server of 2.8.26: GET /internal/projects/current. */
  const recordedConfig =
    'allow_localhost allow_team_api_keys allow_user_api_keys client_team_creation_enabled client_user_deletion_enabled create_team_on_sign_up credential_enabled domains email_config email_theme enabled_oauth_providers magic_link_enabled oauth_account_merge_strategy oauth_providers passkey_enabled sign_up_enabled team_creator_default_permissions team_member_default_permissions user_default_permissions';

  test('have the recorded shape on 2.8.26', async () => {
    const { call } = await recorded();
    const { json } = await call('admin', 'GET /internal/projects/current');
    expect(Object.keys(json).sort()).toEqual(['config', 'created_at_millis', 'description', 'display_name', 'id', 'is_production_mode']);
    expect(Object.keys(json.config as object).sort()).toEqual(recordedConfig.split(' '));
    const client = await call('admin', 'GET /projects/current');
    expect(Object.keys(client.json).sort()).toEqual(['config', 'display_name', 'id']);
  });

  test('are updated by a list of the enabled providers', async () => {
    const { call } = await recorded();
    const providers = (await call('admin', 'GET /internal/projects/current')).json.config as { oauth_providers: { id: string }[] };
    expect(providers.oauth_providers.map(({ id }) => id)).not.toContain('discord');
    const oauth_providers = [{ id: 'github', type: 'shared' }];
    const { json } = await call('admin', 'PATCH /internal/projects/current', { body: { config: { oauth_providers } } });
    expect((json.config as { oauth_providers: unknown }).oauth_providers).toEqual([
      { id: 'github', type: 'shared', provider_config_id: 'github' },
    ]);
    const refused = await call('admin', 'PATCH /internal/projects/current', {
      body: { config: { oauth_providers: [{ id: 'github', type: 'shared', enabled: true }] } },
    });
    expect(refused.known).toBe('SCHEMA_ERROR');
  });

  test('accept require_email_verification from 2.8.59 on without returning it, and write its key (wire/later 7.4)', async () => {
    const body = { config: { require_email_verification: true } };
    const refused = await (await releaseScene('2.8.58')).call('admin', 'PATCH /internal/projects/current', { body });
    expect(refused.known).toBe('SCHEMA_ERROR');
    const { call } = await latest();
    const requires = async () =>
      JSON.parse(String((await call('admin', 'GET /internal/config')).json.config_string)).onboarding.requireEmailVerification;
    const { status, json } = await call('admin', 'PATCH /internal/projects/current', { body });
    expect([status, Object.keys(json.config as object)]).toEqual([200, expect.not.arrayContaining(['require_email_verification'])]);
    expect(await requires()).toBe(true);
    const [user] = (await call('server', 'GET /users?query=charles.babbage&include_restricted=true')).items;
    expect(user?.restricted_reason).toEqual({ type: 'email_not_verified' });
    // An update without it leaves it alone, also one of the theme.
    const others = { email_theme: 'a0172b5d-cff0-463b-83bb-85124697373a' };
    await call('admin', 'PATCH /internal/projects/current', { body: { config: others } });
    expect(await requires()).toBe(true);
    await call('admin', 'PATCH /internal/projects/current', { body: { config: { ...others, require_email_verification: false } } });
    expect(await requires()).toBe(false);
  });

  test('belong to a team from 2.8.31 on, which creating needs and transferring changes (wire/newer 2.5)', async () => {
    const { call, signIn } = await latest();
    const token = await signIn('internal');
    const own = { token, project: 'internal' };
    const [team, other] = await Promise.all(
      ['One', 'Two'].map(async (display_name) => {
        const created = await call('client', 'POST /teams', { ...own, body: { display_name, creator_user_id: 'me' } });
        return String(created.json.id);
      }),
    );
    const missing = await call('client', 'POST /internal/projects', { ...own, body: { display_name: 'New' } });
    expect([missing.known, missing.text]).toEqual(['SCHEMA_ERROR', expect.stringContaining('owner_team_id must be defined')]);
    const created = await call('client', 'POST /internal/projects', { ...own, body: { display_name: 'New', owner_team_id: team } });
    expect([created.status, created.json.owner_team_id]).toEqual([201, team]);
    const body = { project_id: created.json.id, new_team_id: other };
    expect((await call('client', 'POST /internal/projects/transfer', { ...own, body })).json).toEqual({ success: true });
    const listed = await call('client', 'GET /internal/projects', own);
    expect(listed.items.find(({ id }) => id === created.json.id)?.owner_team_id).toBe(other);
    expect(listed.items.every(({ owner_team_id }) => typeof owner_team_id === 'string')).toBe(true);
    const asOwner = { project: String(created.json.id), headers: { 'x-stack-admin-access-token': token } };
    expect((await call('admin', 'GET /internal/projects/current', asOwner)).json.owner_team_id).toBe(other);
    expect((await call('client', 'GET /projects/current')).json).not.toHaveProperty('owner_team_id');
  });

  test('cannot be transferred to a team of others, or by others', async () => {
    const { call, signIn } = await latest();
    const own = { token: await signIn('internal'), project: 'internal' };
    const { json: foreign } = await call('server', 'POST /teams', { project: 'internal', body: { display_name: 'Theirs' } });
    const [mine] = (await call('client', 'GET /internal/projects', own)).items;
    const transfer = (project_id: unknown, new_team_id: unknown) =>
      call('client', 'POST /internal/projects/transfer', { ...own, body: { project_id, new_team_id } });
    expect((await transfer(mine?.id, foreign.id)).known).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await transfer('unknown', foreign.id)).known).toBe('PROJECT_NOT_FOUND');
    expect((await transfer(undefined, foreign.id)).known).toBe('SCHEMA_ERROR');
  });
});

describe('the configuration', () => {
  const read = async ({ call }: Awaited<ReturnType<typeof latest>>, path: '' | '/override/branch' = '') =>
    JSON.parse(String((await call('admin', `GET /internal/config${path}`)).json.config_string));
  const text = (override: object) => ({ body: { config_override_string: JSON.stringify(override) } });

  test('keeps the overrides of each level', async () => {
    const scene = await latest();
    await scene.call('admin', 'PATCH /internal/config/override/branch', text({ 'teams.allowClientTeamCreation': true }));
    await scene.call('admin', 'PATCH /internal/config/override/branch', text({ 'teams.createPersonalTeamOnSignUp': false }));
    const changed = await scene.call(
      'admin',
      'PATCH /internal/config/override/environment',
      text({ 'teams.allowClientTeamCreation': false }),
    );
    expect(changed.json).toEqual({ success: true });
    expect(await read(scene, '/override/branch')).toEqual({
      'teams.allowClientTeamCreation': true,
      'teams.createPersonalTeamOnSignUp': false,
    });
    expect((await read(scene)).teams).toEqual({ allowClientTeamCreation: false, createPersonalTeamOnSignUp: false });
    const replaced = { config_string: '{"auth.allowSignUp": false}', source: { type: 'pushed-from-unknown' } };
    await scene.call('admin', 'PUT /internal/config/override/branch', { body: replaced });
    expect(await read(scene, '/override/branch')).toEqual({ 'auth.allowSignUp': false });
  });

  test.each([
    ['PATCH /internal/config/override/branch', {}],
    ['PATCH /internal/config/override/nowhere', { config_override_string: '{}' }],
  ] as const)('refuses %s with %j', async (path, body) => {
    const { call } = await latest();
    expect((await call('admin', path, { body })).known).toBe('SCHEMA_ERROR');
  });

  test('has one level before 2.8.61', async () => {
    const scene = await releaseScene('2.8.60');
    await scene.call('admin', 'PATCH /internal/config/override', text({ 'users.allowClientUserDeletion': false }));
    expect((await read(scene)).users).toEqual({ allowClientUserDeletion: false });
  });
});
