import { describe, expect, test } from 'vitest';
import { release2826, release2886, releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

const latest = () => releaseScene(release2886);
const recorded = () => releaseScene(release2826);

describe('credentials', () => {
  const keyless = { headers: { 'x-stack-publishable-client-key': '' } };

  test('need no publishable key from 2.8.71 on, unless the project requires it', async () => {
    expect((await (await releaseScene('2.8.70')).call('client', 'GET /projects/current', keyless)).known).toBe(
      'CLIENT_AUTHENTICATION_REQUIRED',
    );
    const { call } = await latest();
    expect((await call('client', 'GET /projects/current', keyless)).status).toBe(200);
    const wrong = await call('client', 'GET /projects/current', { headers: { 'x-stack-publishable-client-key': 'pck_wrong' } });
    expect(wrong.known).toBe('INVALID_PUBLISHABLE_CLIENT_KEY');
    const body = { config_override_string: '{"project": {"requirePublishableClientKey": true}}' };
    await call('admin', 'PATCH /internal/config/override/project', { body });
    const refused = await call('client', 'GET /projects/current', keyless);
    expect([refused.status, refused.known]).toEqual([401, 'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT']);
    expect((await call('client', 'GET /projects/current')).status).toBe(200);
  });

  test.each([
    ['2.8.14', 401],
    [release2826, 500],
    [release2886, 400],
  ] as const)('for an unknown project: in %s %i', async (release, status) => {
    const { call } = await releaseScene(release);
    const unknown = { project: '00000000-0000-4000-8000-000000000000', headers: { 'x-stack-publishable-client-key': 'pck_any' } };
    expect((await call('client', 'GET /projects/current', unknown)).status).toBe(status);
  });
});

describe('signing up', () => {
  const body = { email: 'a@x.example', password: ada.password, verification_callback_url: 'https://elsewhere.example/v' };

  test('needs a trusted callback from 2.8.16 on', async () => {
    expect((await (await releaseScene('2.8.15')).call('client', 'POST /auth/password/sign-up', { body })).status).toBe(200);
    expect((await (await recorded()).call('client', 'POST /auth/password/sign-up', { body })).known).toBe('REDIRECT_URL_NOT_WHITELISTED');
  });

  test.each([
    [{ bot_challenge_phase: 'invisible' }, 'BOT_CHALLENGE_REQUIRED'],
    [{ bot_challenge_phase: 'visible', bot_challenge_token: 'x' }, 'BOT_CHALLENGE_FAILED'],
    [{}, null],
  ])('with %j is %s', async (challenge, known) => {
    const { call } = await latest();
    const trusted = { ...body, verification_callback_url: 'http://localhost:1/v', ...challenge };
    expect((await call('client', 'POST /auth/password/sign-up', { body: trusted })).known).toBe(known);
  });

  test('again tells whether a verified address would work', async () => {
    const { call } = await recorded();
    const again = { ...body, email: ada.email, verification_callback_url: 'http://localhost:1/v' };
    const answer = await call('client', 'POST /auth/password/sign-up', { body: again });
    expect(answer.json.details).toEqual({ email: ada.email, would_work_if_email_was_verified: false });
  });
});

test('completing a command-line sign-in checks the refresh token from 2.8.83 on', async () => {
  const { call } = await latest();
  const { json } = await call('client', 'POST /auth/cli', { body: {} });
  const complete = (body: object) => call('client', 'POST /auth/cli/complete', { body: { login_code: json.login_code, ...body } });
  expect((await complete({})).text).toBe("refresh_token is required when mode is 'complete'");
  expect((await complete({ refresh_token: 'wrong' })).text).toBe('Invalid refresh token');
  const signedIn = await call('client', 'POST /auth/password/sign-in', { body: ada });
  expect((await complete({ refresh_token: signedIn.json.refresh_token })).json).toEqual({ success: true });
});

test('invitations name their team from 2.8.69 on', async () => {
  const { call, signIn } = await latest();
  const token = await signIn(undefined, { ...ada, email: 'grace.hopper@analytical.example' });
  const { items } = await call('client', 'GET /team-invitations?user_id=me', { token });
  expect(items).not.toEqual([]);
  for (const item of items) expect(item.team_display_name).toEqual(expect.any(String));
});
