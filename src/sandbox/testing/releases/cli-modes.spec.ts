/** Modes of CLI login since 2.8.83 (wire/later 10). */
import { expect, it } from 'vitest';
import { release2886, releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

const optIn = { 'x-stack-allow-anonymous-user': 'true' };

async function setUp() {
  const scene = await releaseScene(release2886);
  const { json: anonymous } = await scene.call('client', 'POST /auth/anonymous/sign-up', { body: {} });
  const start = (body: object) => scene.call('client', 'POST /auth/cli', { body });
  const complete = (body: object) => scene.call('client', 'POST /auth/cli/complete', { body });
  return { ...scene, anonymous, start, complete };
}

it('hands the anonymous session of the program to the page, once, and then completes', async () => {
  const { call, anonymous, start, complete } = await setUp();
  const { login_code, polling_code } = (await start({ anon_refresh_token: anonymous.refresh_token })).json;
  expect((await complete({ login_code, mode: 'check' })).json).toEqual({ cli_session_state: 'anonymous' });
  const claimed = await complete({ login_code, mode: 'claim-anon-session' });
  expect(claimed.json).toEqual({ access_token: expect.any(String), refresh_token: anonymous.refresh_token });
  expect((await complete({ login_code, mode: 'claim-anon-session' })).text).toBe('No anonymous session associated with this code');
  const body = { email: 'cli@x.example', password: ada.password };
  const upgraded = await call('client', 'POST /auth/password/sign-up', { token: String(claimed.json.access_token), headers: optIn, body });
  expect(upgraded.json.user_id).toBe(anonymous.user_id);
  expect((await complete({ login_code, refresh_token: upgraded.json.refresh_token })).json).toEqual({ success: true });
  const polled = await call('client', 'POST /auth/cli/poll', { body: { polling_code } });
  expect(polled.json).toEqual({ status: 'success', refresh_token: upgraded.json.refresh_token });
});

it('has no anonymous session without one', async () => {
  const { start, complete } = await setUp();
  const { login_code } = (await start({})).json;
  expect((await complete({ login_code, mode: 'check' })).json).toEqual({ cli_session_state: 'none' });
  expect((await complete({ login_code, mode: 'claim-anon-session' })).text).toBe('No anonymous session associated with this code');
});

it.each(['check', 'claim-anon-session', 'complete'])('checks the code first in mode %s', async (mode) => {
  const { complete } = await setUp();
  const { status, text } = await complete({ login_code: 'unknown', mode });
  expect([status, text]).toEqual([400, 'Invalid login code or the code has expired']);
});

it('refuses refresh tokens of others than anonymous users', async () => {
  const { call, start } = await setUp();
  expect((await start({ anon_refresh_token: 'unknown' })).text).toBe('Invalid anon refresh token');
  const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada });
  expect((await start({ anon_refresh_token: json.refresh_token })).text).toBe(
    'The provided refresh token does not belong to an anonymous user',
  );
  const internal = await call('client', 'POST /auth/password/sign-in', { body: ada, project: 'internal' });
  expect((await start({ anon_refresh_token: internal.json.refresh_token })).text).toBe(
    'Anon refresh token does not belong to this project',
  );
});

it('refuses an anonymous session of another time, and one that has ended since', async () => {
  const { call, sandbox, anonymous, start, complete } = await setUp();
  const short = { user_id: anonymous.user_id, expires_in_millis: 60_000 };
  const { refresh_token } = (await call('server', 'POST /auth/sessions', { body: short })).json;
  const { login_code } = (await start({ anon_refresh_token: refresh_token })).json;
  sandbox.clock.advance(60_000);
  expect((await start({ anon_refresh_token: refresh_token })).text).toBe('The provided anon refresh token has expired');
  expect((await complete({ login_code, mode: 'claim-anon-session' })).text).toBe('Anonymous session is no longer valid');
});

it('is completed with a refresh token of its project', async () => {
  const { call, start, complete } = await setUp();
  const { login_code } = (await start({})).json;
  expect((await complete({ login_code })).text).toBe("refresh_token is required when mode is 'complete'");
  expect((await complete({ login_code, refresh_token: 'wrong' })).text).toBe('Invalid refresh token');
  const { json } = await call('client', 'POST /auth/password/sign-in', { body: ada, project: 'internal' });
  expect((await complete({ login_code, refresh_token: json.refresh_token })).text).toBe('Refresh token does not belong to this project');
});

it.each([
  ['2.8.82', 400, { success: true }],
  ['2.8.83', 200, {}],
])('is known on %s: %i', async (release, status, completed) => {
  const { call } = await releaseScene(release);
  const { login_code } = (await call('client', 'POST /auth/cli', { body: {} })).json;
  expect((await call('client', 'POST /auth/cli/complete', { body: { login_code, mode: 'check' } })).status).toBe(status);
  const unchecked = await call('client', 'POST /auth/cli/complete', { body: { login_code, refresh_token: 'wrong' } });
  expect(unchecked.json).toEqual(completed);
});

it.each([
  ['2.8.82', 7_200_000],
  [release2886, 7_200_000],
  ['1.0.125', 120_000],
])('of %s lasts %i ms (wire/hexclave 4.3)', async (release, millis) => {
  const { call, sandbox } = await releaseScene(release);
  const { json } = await call('client', 'POST /auth/cli', { body: {} });
  expect(Date.parse(String(json.expires_at)) - sandbox.clock.now()).toBe(millis);
  const long = await call('client', 'POST /auth/cli', { body: { expires_in_millis: 1_000_000 } });
  expect(long.status).toBe(release === '1.0.125' ? 400 : 200);
});
