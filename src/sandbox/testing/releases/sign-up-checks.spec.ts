/** What a sign-up is checked against, and in which order (wire/later 2, wire/corrections 2.8.86). */
import { describe, expect, test } from 'vitest';
import { createOAuthBrowser } from '../oauth-browser';
import { type ReleaseScene, readClaims, release2886, releaseScene } from '../release-scene';
import { ada } from '../test-sandbox';

const write = ({ call }: ReleaseScene, keys: object) =>
  call('admin', 'PATCH /internal/config/override/environment', { body: { config_override_string: JSON.stringify(keys) } });
const rule = (type: string) => ({ enabled: true, condition: 'true', action: { type } });
const anonymous = { 'x-stack-allow-anonymous-user': 'true' };

test('a sign-up with a password is checked in this order', async () => {
  const scene = await releaseScene(release2886);
  await write(scene, {
    'auth.password.allowSignIn': false,
    'auth.allowSignUp': false,
    'auth.signUpRules.no': rule('reject'),
  });
  const wrong = {
    email: ada.email,
    password: 'short',
    verification_callback_url: 'https://elsewhere.example/v',
    bot_challenge_phase: 'invisible',
  };
  const refused = async (body: object) => (await scene.call('client', 'POST /auth/password/sign-up', { body })).known;
  const found = [await refused(wrong)];
  await write(scene, { 'auth.password.allowSignIn': true });
  found.push(await refused(wrong));
  const trusted = { ...wrong, verification_callback_url: 'http://localhost:1/v' };
  found.push(await refused(trusted));
  await write(scene, { 'auth.allowSignUp': true });
  found.push(await refused(trusted));
  const long = { ...trusted, password: ada.password };
  found.push(await refused(long));
  const { bot_challenge_phase: _phase, ...unchallenged } = long;
  found.push(await refused(unchallenged));
  await write(scene, { 'auth.signUpRules.no': null });
  found.push(await refused(unchallenged));
  expect(found).toEqual([
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'SIGN_UP_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'BOT_CHALLENGE_REQUIRED',
    'SIGN_UP_REJECTED',
    'USER_EMAIL_ALREADY_EXISTS',
  ]);
});

describe('sign-up rules are evaluated', () => {
  test('when a provider creates a user', async () => {
    const scene = await releaseScene(release2886);
    await write(scene, { 'auth.signUpRules.no': { ...rule('reject'), condition: 'authMethod == "oauth" && oauthProvider == "gitlab"' } });
    const users = async () => (await scene.call('server', 'GET /users')).items.length;
    const before = await users();
    const done = await createOAuthBrowser(scene.sandbox).signIn({ provider: 'gitlab', account: 'Mary Somerville' });
    expect(new URL(done.headers.get('location') ?? '').searchParams.get('errorCode')).toBe('SIGN_UP_REJECTED');
    expect(await users()).toBe(before);
  });

  test('when an anonymous user is upgraded, who stays anonymous', async () => {
    const scene = await releaseScene(release2886);
    await write(scene, { 'auth.signUpRules.no': rule('reject') });
    const { json } = await scene.call('client', 'POST /auth/anonymous/sign-up', { body: {} });
    const token = String(json.access_token);
    const body = { email: 'new@x.example', password: ada.password };
    const refused = await scene.call('client', 'POST /auth/password/sign-up', { token, headers: anonymous, body });
    expect([refused.status, refused.known]).toEqual([403, 'SIGN_UP_REJECTED']);
    expect((await scene.call('server', `GET /users/${json.user_id}`)).json.is_anonymous).toBe(true);
  });

  test.each([
    ['2.8.64', null],
    ['2.8.65', 'SIGN_UP_REJECTED'],
  ])('from 2.8.65 on: on %s a rule leads to %s', async (release, known) => {
    const scene = await releaseScene(release);
    await write(scene, { 'auth.signUpRules.no': rule('reject') });
    const body = { email: 'new@x.example', password: ada.password };
    expect((await scene.call('client', 'POST /auth/password/sign-up', { body })).known).toBe(known);
  });
});

describe('a bot challenge', () => {
  const trusted = { email: 'new@x.example', password: ada.password, verification_callback_url: 'http://localhost:1/v' };

  test.each<[fields: object, status: number, known: string | null]>([
    [{ bot_challenge_phase: 'invisible' }, 409, 'BOT_CHALLENGE_REQUIRED'],
    [{ bot_challenge_phase: 'visible', bot_challenge_token: 'bad' }, 400, 'BOT_CHALLENGE_FAILED'],
    [{ bot_challenge_unavailable: 'true' }, 400, 'BOT_CHALLENGE_FAILED'],
    [{}, 200, null],
  ])('with %j ends with %i %s', async (fields, status, known) => {
    const { call } = await releaseScene(release2886);
    const answer = await call('client', 'POST /auth/password/sign-up', { body: { ...trusted, ...fields } });
    expect([answer.status, answer.known]).toEqual([status, known]);
    const body = { email: 'other@x.example', callback_url: 'http://localhost:1/m', ...fields };
    const sent = await call('client', 'POST /auth/otp/send-sign-in-code', { body });
    expect([sent.status, sent.known]).toEqual([status, known]);
  });

  test.each([
    ['2.8.77', 'SCHEMA_ERROR'],
    ['2.8.78', 'BOT_CHALLENGE_REQUIRED'],
  ])('on %s: %s (wire/newer 2.2, 2.8.78)', async (release, known) => {
    const { call } = await releaseScene(release);
    const body = { ...trusted, bot_challenge_phase: 'invisible' };
    expect((await call('client', 'POST /auth/password/sign-up', { body })).known).toBe(known);
  });
});

test('servers restrict users when they create them, and by a user’s own path (wire/later 1)', async () => {
  const scene = await releaseScene('2.8.65');
  const restriction = { restricted_by_admin: true, restricted_by_admin_reason: 'r' };
  const { json } = await scene.call('server', 'POST /users', { body: { primary_email: 'new@x.example', ...restriction } });
  expect(json).toMatchObject({ ...restriction, is_restricted: true });
  const token = await scene.signIn();
  const own = await scene.call('server', 'PATCH /users/me', { token, body: restriction });
  expect(own.json).toMatchObject({ id: readClaims(token).sub, ...restriction });
});

test.each([
  [{ bot: 101, free_trial_abuse: 0 }, 400],
  [{ bot: 0.5, free_trial_abuse: 0 }, 400],
  [{ bot: 0 }, 400],
  [{ bot: 100, free_trial_abuse: 0 }, 200],
])('risk scores %j are whole numbers up to 100: %i (wire/later 1)', async (sign_up, status) => {
  const { call } = await releaseScene('2.8.78');
  const [user] = (await call('server', 'GET /users')).items;
  expect((await call('server', `PATCH /users/${user?.id}`, { body: { risk_scores: { sign_up } } })).status).toBe(status);
});
