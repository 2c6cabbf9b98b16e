/** Projects from 2.8.11 on: what their updates no longer check, and their lists (wire/newer 1, 2.8.11). */
import { describe, expect, test } from 'vitest';
import { createOAuthBrowser, locationOf } from '../oauth-browser';
import { releaseScene } from '../release-scene';

const domain = { domain: 'https://one.example', handler_path: '/handler' };
const domainsOf = (config: unknown) => (config as { domains: { domain: string }[] }).domains.map((each) => each.domain);

describe('an update of a project', () => {
  test.each<[what: string, config: object, text: string]>([
    ['a domain twice', { domains: [domain, domain] }, 'Duplicated domain found'],
    ['unknown default permissions', { team_member_default_permissions: [{ id: 'unknown' }] }, 'Invalid team default permission ids'],
  ])('with %s is refused up to 2.8.10', async (_what, config, text) => {
    const update = async (release: string) =>
      (await releaseScene(release)).call('admin', 'PATCH /internal/projects/current', { body: { config } });
    const refused = await update('2.8.10');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(text)]);
    expect((await update('2.8.11')).status).toBe(200);
  });

  test('returns its domains sorted from 2.8.11 on', async () => {
    const domains = ['https://b.example', 'https://a.example'].map((each) => ({ ...domain, domain: each }));
    const read = async (release: string) => {
      const { call } = await releaseScene(release);
      return domainsOf((await call('admin', 'PATCH /internal/projects/current', { body: { config: { domains } } })).json.config);
    };
    expect([await read('2.8.10'), await read('2.8.11')]).toEqual([
      ['https://b.example', 'https://a.example'],
      ['https://a.example', 'https://b.example'],
    ]);
  });

  test.each([
    ['2.8.10', true, 200],
    ['2.8.10', undefined, 400],
    ['2.8.11', undefined, 200],
    ['2.8.11', true, 400],
  ])('of %s takes a provider with enabled %s: %i', async (release, enabled, status) => {
    const { call } = await releaseScene(release);
    const { oauth_providers } = (await call('admin', 'GET /internal/projects/current')).json.config as { oauth_providers: object[] };
    const body = { config: { oauth_providers: oauth_providers.map((provider) => ({ ...provider, enabled })) } };
    expect((await call('admin', 'PATCH /internal/projects/current', { body })).status).toBe(status);
  });

  test.each([
    ['2.8.23', 400],
    ['2.8.24', 200],
  ])('of %s can have provider twitch: %i (wire/newer 2.3, 2.8.24)', async (release, status) => {
    const { call } = await releaseScene(release);
    const body = { config: { oauth_providers: [{ id: 'twitch', type: 'standard', client_id: 'c', client_secret: 's' }] } };
    expect((await call('admin', 'PATCH /internal/projects/current', { body })).status).toBe(status);
  });

  test.each([
    ['2.8.62', 400],
    ['2.8.63', 200],
  ])('of %s can have bundles of Apple: %i (wire/later 7.4, 2.8.63)', async (release, status) => {
    const { call } = await releaseScene(release);
    const apple = { id: 'apple', type: 'standard', client_id: 'c', client_secret: 's', apple_bundle_ids: ['com.one', 'com.two'] };
    const updated = await call('admin', 'PATCH /internal/projects/current', { body: { config: { oauth_providers: [apple] } } });
    expect(updated.status).toBe(status);
    if (status !== 200) return;
    expect((updated.json.config as { oauth_providers: unknown }).oauth_providers).toEqual([{ ...apple, provider_config_id: 'apple' }]);
    const rendered = JSON.parse(String((await call('admin', 'GET /internal/config')).json.config_string));
    expect(Object.values(rendered.auth.oauth.providers.apple.appleBundles)).toEqual([{ bundleId: 'com.one' }, { bundleId: 'com.two' }]);
  });

  test('gives every domain a new ID in the configuration (wire/later 7.4)', async () => {
    const { call } = await releaseScene('2.8.86');
    const update = async () => {
      await call('admin', 'PATCH /internal/projects/current', { body: { config: { domains: [domain] } } });
      const rendered = JSON.parse(String((await call('admin', 'GET /internal/config')).json.config_string));
      return Object.entries<object>(rendered.domains.trustedDomains);
    };
    const [[first, entry] = []] = await update();
    const again = await update();
    expect([entry, again.map(([, each]) => each)]).toEqual([{ baseUrl: domain.domain, handlerPath: '/handler' }, [entry]]);
    expect(again.map(([id]) => id)).not.toContain(first);
  });
});

test('a project can sign users in by twitch (wire/newer 2.3, 2.8.24)', async () => {
  const { call, sandbox } = await releaseScene('2.8.86');
  const keys = { client_id: 'sandbox-twitch', client_secret: 'sandbox-twitch-secret' };
  await call('admin', 'PATCH /internal/projects/current', {
    body: { config: { oauth_providers: [{ id: 'twitch', type: 'standard', ...keys }] } },
  });
  const done = await createOAuthBrowser(sandbox).signIn({ provider: 'twitch', email: 'p@x.example', isVerified: true });
  expect([done.status, new URL(locationOf(done)).searchParams.has('code')]).toEqual([303, true]);
});

test.each([
  ['2.8.10', -1],
  ['2.8.11', 1],
])('%s lists the projects of an owner by age, times %i', async (release, direction) => {
  const { call, signIn, sandbox } = await releaseScene(release);
  const own = { token: await signIn('internal'), project: 'internal' };
  sandbox.clock.advance(1000);
  await call('client', 'POST /internal/projects', { ...own, body: { display_name: 'Newest' } });
  const times = (await call('client', 'GET /internal/projects', own)).items.map(({ created_at_millis: millis }) => Number(millis));
  expect(times.length).toBeGreaterThan(1);
  expect(times).toEqual([...times].sort((one, other) => (one - other) * direction));
});

describe('a user', () => {
  test.each([
    ['2.8.10', 200],
    ['2.8.11', 400],
  ])('of %s can be given one-time codes where the project has none: %i', async (release, status) => {
    const { call, sandbox } = await releaseScene(release);
    sandbox.configure({ magic_link_enabled: false });
    const [user] = (await call('server', 'GET /users')).items;
    expect((await call('server', `PATCH /users/${user?.id}`, { body: { otp_auth_enabled: true } })).status).toBe(status);
  });

  test('can’t be created with an account of an unknown provider', async () => {
    const { call } = await releaseScene('2.8.11');
    const body = { oauth_providers: [{ id: 'bitbucket', account_id: 'a', email: 'a@x.example' }] };
    const { status, text } = await call('server', 'POST /users', { body });
    expect([status, text]).toEqual([400, 'OAuth provider bitbucket not found']);
  });
});
