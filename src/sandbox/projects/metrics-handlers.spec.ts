import { beforeEach, describe, expect, it } from 'vitest';
import { projectMetrics } from '#contract/service/metrics.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
const day = 86_400_000;
const read = async () => {
  const { json } = await test.call('admin', 'GET', '/internal/metrics');
  const metrics = projectMetrics.strict().parse(json);
  // A user that can't be read would be left out.
  const { recently_registered: registered, recently_active: active } = json as {
    recently_registered: unknown[];
    recently_active: unknown[];
  };
  expect([metrics.recently_registered.length, metrics.recently_active.length]).toEqual([registered.length, active.length]);
  return metrics;
};
const signUp = async (name: string) => {
  const body = { email: `${name}@people.example`, password: 'Passw0rd-for-test', verification_callback_url: 'http://localhost/v' };
  return String((await test.call('client', 'POST', '/auth/password/sign-up', body)).json.user_id);
};
const signIn = (name: string) => test.signIn({ email: `${name}@people.example`, password: 'Passw0rd-for-test' });
const lastDays = (counts: readonly { readonly activity: number }[], number: number) =>
  counts.slice(-number).map(({ activity }) => activity);

describe('metrics of a new project', () => {
  beforeEach(async () => {
    test = await createTestSandbox({ seed: 'empty' });
  });

  it('are zero for 31 days up to today', async () => {
    const metrics = await read();
    expect(metrics).toMatchObject({
      total_users: 0,
      users_by_country: {},
      recently_registered: [],
      recently_active: [],
      login_methods: [],
    });
    for (const days of [metrics.daily_users, metrics.daily_active_users]) {
      expect(days).toHaveLength(31);
      expect([days[0], days[30]]).toEqual([
        { date: '2025-03-10', activity: 0 },
        { date: '2025-04-09', activity: 0 },
      ]);
    }
  });

  it('count users by days of sign-up and activity, each once a day', async () => {
    await signUp('a');
    await signUp('b');
    test.clock.advance(day);
    await signIn('a');
    await signIn('a');
    test.clock.advance(day);
    await signUp('c');
    await signIn('a');
    const metrics = await read();
    expect(metrics.total_users).toBe(3);
    expect(lastDays(metrics.daily_users, 4)).toEqual([0, 2, 0, 1]);
    expect(lastDays(metrics.daily_active_users, 4)).toEqual([0, 2, 1, 2]);
    expect(metrics.login_methods).toEqual([{ method: 'password', count: 3 }]);
  });

  it('omit days before the 31, and sign-ups of deleted users', async () => {
    const deleted = await signUp('deleted');
    await signUp('kept');
    test.clock.advance(29 * day);
    await signIn('deleted');
    test.clock.advance(day);
    expect(lastDays((await read()).daily_users, 31)[0]).toBe(2);
    await test.call('server', 'DELETE', `/users/${deleted}`);
    const { total_users, daily_users: signUps, daily_active_users: active } = await read();
    expect([total_users, signUps[0]?.activity, lastDays(active, 2), active[0]?.activity]).toEqual([1, 1, [1, 0], 2]);
    test.clock.advance(day);
    const metrics = await read();
    expect(metrics.daily_users.every(({ activity }) => activity === 0)).toBe(true);
    expect(metrics.daily_active_users.map(({ activity }) => activity)).toEqual([...Array<number>(28).fill(0), 1, 0, 0]);
    await signIn('kept');
    const later = await read();
    expect([later.total_users, later.daily_active_users[30]?.activity, later.daily_users[30]?.activity]).toEqual([1, 1, 0]);
  });

  it('list the five newest and the five last active users', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      await signUp(name);
      test.clock.advance(1000);
    }
    await signIn('a');
    const metrics = await read();
    const names = (users: readonly { readonly primary_email: string | null }[]) =>
      users.map(({ primary_email: email }) => email?.charAt(0));
    expect(names(metrics.recently_registered)).toEqual(['g', 'f', 'e', 'd', 'c']);
    expect(names(metrics.recently_active)).toEqual(['a', 'g', 'f', 'e', 'd']);
    await test.call('server', 'DELETE', `/users/${metrics.recently_active[1]?.id}`);
    await test.call('server', 'DELETE', `/users/${metrics.recently_active[3]?.id}`);
    const later = await read();
    expect(names(later.recently_active)).toEqual(['a', 'f', 'd']);
    expect(names(later.recently_registered)).toEqual(['f', 'd', 'c', 'b', 'a']);
  });

  it('count each user by the country of the latest activity with a country', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0', 'x-real-ip': '203.0.113.7' };
    const signInFrom = async (name: string, headers: Record<string, string>) => {
      const body = JSON.stringify({ email: `${name}@people.example`, password: 'Passw0rd-for-test' });
      const json = { 'content-type': 'application/json' };
      return (await test.raw('POST', '/auth/password/sign-in', { ...test.headers('client'), ...json, ...headers }, body)).json;
    };
    for (const name of ['a', 'b', 'c']) await signUp(name);
    expect((await read()).users_by_country).toEqual({});
    await signInFrom('a', { ...browser, 'cf-ipcountry': 'CH' });
    await signInFrom('b', { ...browser, 'x-vercel-ip-country': 'NZ' });
    await signInFrom('c', { 'user-agent': 'node', 'x-real-ip': '203.0.113.7', 'cf-ipcountry': 'CH' });
    expect((await read()).users_by_country).toEqual({ CH: 1, NZ: 1 });
    const { access_token, user_id } = await signInFrom('a', { ...browser, 'cf-ipcountry': 'NZ' });
    await signInFrom('a', browser);
    await signIn('a');
    expect((await read()).users_by_country).toEqual({ NZ: 2 });
    await test.call('client', 'DELETE', '/auth/sessions/current', undefined, String(access_token));
    await test.call('server', 'DELETE', `/users/${user_id}`);
    expect((await read()).users_by_country).toEqual({ NZ: 2 });
  });

  it('also show the location in the session, until a use without one', async () => {
    await signUp('a');
    const { access_token, refresh_token } = await signIn('a');
    const refresh = (headers: Record<string, string>) =>
      test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': refresh_token, ...headers });
    const place = async () =>
      (await test.call('client', 'GET', '/auth/sessions?user_id=me', undefined, access_token)).items.find(
        ({ is_current_session }) => is_current_session,
      )?.last_used_at_end_user_ip_info;
    await refresh({ 'user-agent': 'Safari', 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'CH' });
    expect(await place()).toEqual({
      ip: '203.0.113.7',
      countryCode: 'CH',
      regionCode: null,
      cityName: null,
      latitude: null,
      longitude: null,
      tzIdentifier: null,
    });
    await refresh({});
    expect(await place()).toBeUndefined();
  });
});

describe('metrics of the demo project', () => {
  beforeEach(async () => {
    test = await createTestSandbox({ users: 250 });
  });

  it('match the users', async () => {
    const metrics = await read();
    const count = (condition: string) =>
      test.store.one<{ n: number }>(`SELECT count(*) AS n FROM users u WHERE project = ? AND ${condition}`, [test.project.key])?.n;
    expect(metrics.total_users).toBe(250);
    const methods = Object.fromEntries(metrics.login_methods.map(({ method, count: n }) => [method, n]));
    expect(methods).toMatchObject({
      password: count('password_hash IS NOT NULL'),
      otp: count('otp_enabled = 1'),
      passkey: count('passkey IS NOT NULL'),
      google: count("EXISTS (SELECT 1 FROM oauth_accounts o WHERE o.user = u.key AND o.provider = 'google')"),
    });
    const since = Date.UTC(2025, 2, 10);
    const sum = metrics.daily_users.reduce((total, { activity }) => total + activity, 0);
    expect(sum).toBe(count(`signed_up_at >= ${since}`));
    for (const country of Object.keys(metrics.users_by_country)) expect(country).toMatch(/^[A-Z]{2}$/);
    expect(metrics.users_by_country.CH).toBe(
      count(
        `(SELECT json_extract(ip_info, '$.countryCode') FROM sessions s WHERE s.user = u.key ORDER BY s.last_used_at DESC LIMIT 1) = 'CH'`,
      ),
    );
  });

  it('require admin access', async () => {
    expect((await test.call('server', 'GET', '/internal/metrics')).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    expect((await test.call('admin', 'GET', '/internal/metrics?x=1')).json.code).toBe('SCHEMA_ERROR');
  });

  it.each(['users_by_activity', 'users_in_order', 'users_by_country'])('are read by the index %s', (index) => {
    const plans = [
      `SELECT key FROM users WHERE project = 1 ORDER BY last_active_at DESC, key DESC LIMIT 5`,
      `SELECT key FROM users WHERE project = 1 ORDER BY signed_up_at DESC, key DESC LIMIT 5`,
      `SELECT country, count(*) FROM users WHERE project = 1 AND country IS NOT NULL GROUP BY country`,
    ].flatMap((sql) => test.store.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail));
    expect(plans.join('\n')).toContain(index);
  });
});

describe('the webhook portal', () => {
  it('returns a different token each time, to admins', async () => {
    test = await createTestSandbox({ seed: 'empty' });
    const ask = (body: unknown = {}) => test.call('admin', 'POST', '/webhooks/svix-token', body);
    const [first, second] = [await ask(), await ask()];
    expect([first.status, first.json]).toEqual([201, { token: expect.stringMatching(/^appsk_[\w-]{27}$/) }]);
    expect(second.json.token).not.toBe(first.json.token);
    expect((await ask({ x: 1 })).json.code).toBe('SCHEMA_ERROR');
    expect((await test.call('server', 'POST', '/webhooks/svix-token', {})).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });
});
