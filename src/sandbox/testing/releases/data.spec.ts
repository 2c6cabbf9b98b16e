/** Data of one release that another one opens. */
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type ReleaseScene, readClaims, release2886, releaseScene } from '../release-scene';
import { ada, createTestSandbox } from '../test-sandbox';

it('keeps its release without the option', async () => {
  const folder = await temporaryFolder();
  const first = await createTestSandbox({ folder, release: '2.8.60' });
  first.store.close();
  const { context, store } = await createTestSandbox({ folder, release: null });
  expect(context.release.number).toBe('2.8.60');
  store.close();
});

it('is of the newest certain release without the option, also if an earlier sandbox has stored none', async () => {
  const folder = await temporaryFolder();
  const first = await createTestSandbox({ folder, release: '2.8.4' });
  first.store.run("DELETE FROM settings WHERE name = 'release'");
  first.store.close();
  const upgraded = await createTestSandbox({ folder, release: null });
  const fresh = await createTestSandbox({ release: null });
  expect([upgraded, fresh].map(({ context }) => context.release.number)).toEqual(['2.8.109', '2.8.109']);
  expect((await upgraded.call('client', 'POST', '/auth/password/sign-in', ada)).status).toBe(200);
  upgraded.store.close();
});

it('is refused by earlier releases, with what to do', async () => {
  const folder = await temporaryFolder();
  const { store } = await createTestSandbox({ folder, release: '1.0.0' });
  store.close();
  const opening = createTestSandbox({ folder, release: '2.8.109' });
  await expect(opening).rejects.toThrow(
    'The data is of release 1.0.0, which 2.8.109 can’t read: leave --release out, name a later one, or use another folder.',
  );
});

it('is upgraded by later releases: owners get a team, and tokens and sessions stay valid', async () => {
  const folder = await temporaryFolder();
  const before = await releaseScene('2.8.4', { folder });
  const { json } = await before.call('client', 'POST /auth/password/sign-in', { body: ada, project: 'internal' });
  const token = String(json.access_token);
  const owned = await before.call('client', 'GET /internal/projects', { token, project: 'internal' });
  before.sandbox.store.close();

  const after = await releaseScene(release2886, { folder });
  const own = { token, project: 'internal' };
  expect((await after.call('client', 'GET /users/me', own)).json).toMatchObject({ primary_email: ada.email, is_restricted: false });
  const { items } = await after.call('client', 'GET /internal/projects', own);
  expect(items.map(({ id }) => id).sort()).toEqual(owned.items.map(({ id }) => id).sort());
  const teams = (await after.call('client', 'GET /teams?user_id=me', own)).items.map(({ id }) => id);
  for (const { owner_team_id } of items) expect(teams).toContain(owner_team_id);
  const refreshed = await after.call('client', 'POST /auth/sessions/current/refresh', {
    project: 'internal',
    body: {},
    headers: { 'x-stack-refresh-token': String(json.refresh_token) },
  });
  const claims = readClaims(String(refreshed.json.access_token));
  expect([claims.refresh_token_id, claims.iss]).toEqual([readClaims(token).refreshTokenId, expect.stringMatching(/\/projects\/internal$/)]);
  after.sandbox.store.close();
});

it('keeps settings, overrides, templates and restrictions over restarts, and processes share them', async () => {
  const folder = await temporaryFolder();
  const first = await releaseScene(release2886, { folder });
  const { items } = await first.call('server', 'GET /users');
  await first.call('server', `PATCH /users/${items[0]?.id}`, { body: { restricted_by_admin: true, restricted_by_admin_reason: 'r' } });
  const body = { config_override_string: '{"auth.allowSignUp": false}' };
  await first.call('admin', 'PATCH /internal/config/override/environment', { body });
  const second = await releaseScene(release2886, { folder });
  const read = await second.call('server', `GET /users/${items[0]?.id}`);
  expect(read.json).toMatchObject({ restricted_by_admin: true, restricted_by_admin_reason: 'r' });
  expect((await second.call('client', 'GET /projects/current')).json.config).toMatchObject({ sign_up_enabled: false });
  first.sandbox.store.close();
  second.sandbox.store.close();
});

describe('project internal', () => {
  const namesOf = async ({ call }: ReleaseScene) => {
    const { json } = await call('admin', 'GET /internal/projects/current', { project: 'internal' });
    return [json.display_name, json.description];
  };

  it.each([
    ['2.8.109', 'Stack Dashboard', "Stack's admin dashboard"],
    ['1.0.0', 'Hexclave Dashboard', "Hexclave's admin dashboard"],
  ])('of %s is named %s: %s (wire/hexclave 1)', async (release, ...names) => {
    const scene = await releaseScene(release);
    expect(await namesOf(scene)).toEqual(names);
    expect((await scene.call('client', 'GET /projects/current', { project: 'internal' })).json.display_name).toBe(names[0]);
  });

  it.each([
    [{}, ['Hexclave Dashboard', "Hexclave's admin dashboard"]],
    [{ description: 'Mine' }, ['Stack Dashboard', 'Mine']],
    [{ display_name: 'Mine' }, ['Mine', "Stack's admin dashboard"]],
  ])('that was given %j is named %j by 1.0.0 (wire/hexclave 1)', async (change, names) => {
    const folder = await temporaryFolder();
    const before = await releaseScene('2.8.109', { folder });
    await before.call('admin', 'PATCH /internal/projects/current', { project: 'internal', body: change });
    before.sandbox.store.close();
    const scene = await releaseScene('1.0.0', { folder });
    expect(await namesOf(scene)).toEqual(names);
    scene.sandbox.store.close();
  });
});
