import { describe, expect, it } from 'vitest';
import { adminProject } from '#contract/service/models/project-models.ts';
import { signInOwner } from '../testing/example-scene';
import { createTestSandbox, type Fields, type TestSandbox } from '../testing/test-sandbox';
import { cultures, namesOf, namesPerList } from './name-pools';
import { demoAccounts } from './seed-named-users';

const people = (test: TestSandbox) =>
  test.store.all(`SELECT u.id, u.display_name, u.signed_up_at, u.last_active_at, u.otp_enabled, u.passkey, u.totp_secret, u.is_anonymous,
    u.client_metadata, u.selected_team, c.id AS channel, c.value, c.is_verified, s.id AS session, s.created_at, s.last_used_at, s.ip_info
    FROM users u LEFT JOIN contact_channels c ON c.user = u.key LEFT JOIN sessions s ON s.user = u.key ORDER BY u.key, c.key, s.key`);

const count = (test: TestSandbox, condition: string) =>
  test.store.one<{ count: number }>(`SELECT count(*) AS count FROM users u WHERE project = ${test.project.key} AND ${condition}`)?.count ??
  0;

describe('the seed', () => {
  it('is the same every time except for secrets', async () => {
    const [one, two] = [await createTestSandbox({ users: 250, random: 1 }), await createTestSandbox({ users: 250, random: 2 })];
    expect(people(two)).toEqual(people(one));
    expect(two.keys.secret_server_key).not.toBe(one.keys.secret_server_key);
    const tokens = ({ store }: TestSandbox) => store.all('SELECT refresh_token FROM sessions');
    expect(tokens(two)).not.toEqual(tokens(one));
  });

  it('has users of all kinds', async () => {
    const test = await createTestSandbox({ users: 250 });
    expect(count(test, 'true')).toBe(250);
    const kinds = [
      'password_hash IS NOT NULL',
      'otp_enabled = 1',
      'passkey IS NOT NULL',
      'totp_secret IS NOT NULL',
      'is_anonymous = 1',
      'display_name IS NULL',
      'selected_team IS NOT NULL',
      'length(display_name) > 80',
      "display_name LIKE '%''%'",
      'EXISTS (SELECT 1 FROM contact_channels c WHERE c.user = u.key AND c.is_verified = 0)',
      'password_hash IS NULL AND otp_enabled = 0 AND is_anonymous = 0',
      ...['google', 'github', 'microsoft', 'spotify'].map(
        (provider) => `EXISTS (SELECT 1 FROM oauth_accounts o WHERE o.user = u.key AND o.provider = '${provider}')`,
      ),
    ];
    for (const kind of kinds) expect.soft(count(test, kind), kind).toBeGreaterThan(0);
    expect(count(test, 'NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user = u.key)')).toBe(0);
    expect(count(test, `signed_up_at > ${test.clock.now()} OR last_active_at > ${test.clock.now()} OR last_active_at < signed_up_at`)).toBe(
      0,
    );
    expect(count(test, `signed_up_at < ${test.clock.now() - 91 * 86_400_000}`)).toBe(0);
    const addresses = test.store.all<{ value: string }>("SELECT value FROM contact_channels WHERE value NOT LIKE '%@%.example'");
    expect(addresses).toEqual([]);
  });

  it('has public accounts, the first with four sessions in known locations', async () => {
    const test = await createTestSandbox();
    for (const account of demoAccounts) expect((await test.call('client', 'POST', '/auth/password/sign-in', account)).status).toBe(200);
    const infos = test.store.all<{ ip_info: string }>(
      "SELECT ip_info FROM sessions s JOIN contact_channels c ON c.user = s.user WHERE c.value = 'ada@analytical.example' AND c.project = ? AND ip_info IS NOT NULL",
      [test.project.key],
    );
    expect(infos).toHaveLength(4);
    expect(new Set(infos.map(({ ip_info }) => JSON.parse(ip_info).cityName)).size).toBe(4);
  });

  it('has teams with different roles, pending invitations, and member names', async () => {
    const [one, two] = [await createTestSandbox({ users: 250, random: 1 }), await createTestSandbox({ users: 250, random: 2 })];
    const life = ({ store }: TestSandbox) => [
      store.all(`SELECT t.id, m.user, m.display_name, p.id AS permission FROM teams t JOIN memberships m ON m.team = t.key
        LEFT JOIN team_grants g ON g.team = m.team AND g.user = m.user LEFT JOIN permissions p ON p.key = g.permission ORDER BY 1, 2, 4`),
      store.all('SELECT id, data, expires_at FROM verification_codes ORDER BY id'),
      store.all('SELECT * FROM project_grants'),
    ];
    expect(life(two)).toEqual(life(one));
    const { store, clock } = one;
    const roles = 'SELECT team, count(DISTINCT permission) AS roles FROM team_grants GROUP BY team';
    expect(store.all<{ roles: number }>(roles).filter(({ roles }) => roles > 3)).toHaveLength(12);
    const admins =
      "SELECT count(DISTINCT team) AS teams FROM team_grants g JOIN permissions p ON p.key = g.permission WHERE p.id = 'admin'";
    expect(store.one(admins)).toEqual({ teams: 12 });
    expect(store.one('SELECT 1 FROM memberships m LEFT JOIN team_grants g USING (team, user) WHERE g.user IS NULL')).toBeUndefined();
    const ends = store
      .all<{ expires_at: number }>('SELECT expires_at FROM verification_codes')
      .map(({ expires_at }) => expires_at - clock.now());
    expect(ends.some((left) => left > 0 && left < 3_600_000)).toBe(true);
    expect(ends.filter((left) => left > 86_400_000).length).toBeGreaterThan(2);
    const renamed = 'SELECT count(*) AS count FROM memberships m JOIN users u ON u.key = m.user WHERE m.display_name <> u.display_name';
    expect(store.one<{ count: number }>(renamed)?.count).toBeGreaterThan(10);
    expect(store.all('PRAGMA foreign_key_check')).toEqual([]);
  });

  it('has a domain that production mode refuses, an accepted invitation, and an impersonation that ended', async () => {
    const { store, clock, call, project } = await createTestSandbox({ users: 250 });
    const { config } = adminProject.parse((await call('admin', 'GET', '/projects/current')).json);
    expect(config.domains.map(({ domain }) => domain)).toEqual(['https://app.analytical.example', 'http://staging.analytical.example']);
    const accepted = store.all<{ email: string }>(
      `SELECT json_extract(v.data, '$.email') AS email FROM verification_codes v JOIN contact_channels c ON c.value = email
       JOIN memberships m ON m.user = c.user JOIN teams t ON t.key = m.team AND t.id = json_extract(v.data, '$.team_id')
       WHERE v.used_at IS NOT NULL AND c.project = v.project AND m.joined_at <= v.used_at AND v.used_at < v.expires_at`,
    );
    expect(accepted).toEqual([{ email: 'grace.hopper@analytical.example' }]);
    const ended = 'SELECT user FROM sessions WHERE project = ? AND is_impersonation = 1 AND expires_at < ?';
    expect(store.all(ended, [project.key, clock.now()])).toHaveLength(1);
  });

  it('makes its admin an owner in the internal project', async () => {
    const test = await createTestSandbox();
    const { items } = await (await signInOwner(test)).internal('GET', '/internal/projects');
    expect(items.map(({ display_name }) => display_name)).toEqual(['Difference Engine', 'Analytical Engines']);
  });

  it('has a project that violates every rule of production mode', async () => {
    const owner = await signInOwner(await createTestSandbox());
    const { items } = await owner.internal('GET', '/internal/projects');
    const { config, id } = adminProject.parse(items[0]);
    expect(config.allow_localhost).toBe(true);
    const domains = config.domains.map(({ domain }) => domain);
    const rules: ((url: URL | null) => boolean)[] = [
      (url) => url === null,
      (url) => /(^|\.)localhost$|^127\./.test(url?.hostname ?? ''),
      (url) => /^[\d.]+$/.test(url?.hostname ?? ''),
      (url) => url?.protocol === 'http:',
    ];
    for (const broken of rules) {
      expect(domains.filter((domain) => broken(URL.canParse(domain) ? new URL(domain) : null))).not.toEqual([]);
    }
    expect((await owner.owned('admin', 'GET', '/projects/current', undefined, id)).status).toBe(200);
  });

  it('has keys in every state', async () => {
    const test = await createTestSandbox();
    const stateOf = (key: Fields) => {
      if (key.manually_revoked_at_millis !== undefined) return 'revoked';
      return Number(key.expires_at_millis ?? Number.POSITIVE_INFINITY) > test.clock.now() ? 'valid' : 'expired';
    };
    const { user_id } = await test.signIn();
    const team = (await test.call('server', 'GET', '/teams')).items[0]?.id;
    for (const [access, path] of [
      ['admin', '/internal/api-keys'],
      ['server', `/user-api-keys?user_id=${user_id}`],
      ['server', `/team-api-keys?team_id=${team}`],
    ] as const) {
      const { items } = await test.call(access, 'GET', path);
      expect(new Set(items.map(stateOf))).toEqual(new Set(['valid', 'revoked', 'expired']));
    }
  });

  it('can have few or many users, each with a separate email', async () => {
    expect(count(await createTestSandbox({ users: 1 }), 'true')).toBe(1);
    const many = await createTestSandbox({ users: 20_000 });
    expect(count(many, 'true')).toBe(20_000);
    const shared = many.store.all('SELECT value FROM contact_channels WHERE project = ? GROUP BY value HAVING count(*) > 1', [
      many.project.key,
    ]);
    expect(shared).toEqual([]);
  });

  it('is empty on request', async () => {
    const test = await createTestSandbox({ seed: 'empty' });
    expect(test.store.one('SELECT count(*) AS users FROM users')).toEqual({ users: 0 });
    expect((await test.call('server', 'GET', '/users')).json).toMatchObject({ items: [] });
  });
});

describe('names', () => {
  it('are equally many in every list, with distinct spellings', () => {
    const given = new Set<string>();
    for (const culture of cultures) {
      const lists = [namesOf(culture.given), namesOf(culture.family)];
      for (const names of lists) {
        expect(names).toHaveLength(namesPerList);
        expect(new Set(names.map(({ handle }) => handle)).size).toBe(namesPerList);
        for (const { handle } of names) expect(handle).toMatch(/^[a-z]+$/);
      }
      for (const { handle } of lists[0] ?? []) {
        expect(given, handle).not.toContain(handle);
        given.add(handle);
      }
    }
  });
});
