/** Sign-up rules (wire/later 2). */
import { beforeEach, describe, expect, it } from 'vitest';
import { type ReleaseScene, release2886, releaseScene } from '../release-scene';
import { ada, newestEmail } from '../test-sandbox';

let scene: ReleaseScene;
beforeEach(async () => {
  scene = await releaseScene(release2886);
});

const write = (keys: object) =>
  scene.call('admin', 'PATCH /internal/config/override/branch', { body: { config_override_string: JSON.stringify(keys) } });
const rule = (condition: string, type: string, more: object = {}) => ({
  enabled: true,
  condition,
  action: { type, message: 'internal' },
  ...more,
});
const signUp = (email: string) => scene.call('client', 'POST /auth/password/sign-up', { body: { email, password: ada.password } });
const rejected = "Your sign up was rejected by an administrator's sign-up rule.";

describe('a sign-up', () => {
  it('is rejected without the text of the rule, and before the address is looked up', async () => {
    await write({ 'auth.signUpRules.no-x': rule('emailDomain == "analytical.example"', 'reject') });
    const { status, known, json, details } = await signUp(ada.email);
    expect([status, known, json.error, details]).toEqual([403, 'SIGN_UP_REJECTED', rejected, { message: rejected }]);
    expect((await signUp('a@y.test')).status).toBe(200);
  });

  it('restricts the user, and says to admins which rule did', async () => {
    await write({ 'auth.signUpRules.r1': rule('authMethod == "password"', 'restrict', { displayName: 'Passwords' }) });
    const { json } = await signUp('a@x.test');
    expect((await scene.call('server', `GET /users/${json.user_id}`)).json).toMatchObject({
      restricted_by_admin: true,
      restricted_by_admin_reason: null,
      restricted_by_admin_private_details: 'Restricted by sign-up rule: r1 (Passwords)',
    });
  });

  it('with a code is rejected when the code is used, which is then used up', async () => {
    const email = 'new@x.test';
    await write({ 'auth.signUpRules.a': rule('authMethod == "otp"', 'reject') });
    await scene.call('client', 'POST /auth/otp/send-sign-in-code', { body: { email, callback_url: 'http://localhost:1/m' } });
    const { code } = await newestEmail(scene.sandbox, email);
    expect((await scene.call('client', 'POST /auth/otp/sign-in', { body: { code } })).known).toBe('SIGN_UP_REJECTED');
    expect((await scene.call('client', 'POST /auth/otp/sign-in', { body: { code } })).known).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('isn’t judged when a server creates the user, when a user signs in, or anonymously', async () => {
    await write({ 'auth.signUpRulesDefaultAction': 'reject' });
    expect((await scene.call('server', 'POST /users', { body: { primary_email: 'a@x.test' } })).status).toBe(201);
    expect((await scene.call('client', 'POST /auth/password/sign-in', { body: ada })).status).toBe(200);
    expect((await scene.call('client', 'POST /auth/anonymous/sign-up', { body: {} })).status).toBe(200);
    expect((await signUp('a@x.test')).known).toBe('SIGN_UP_REJECTED');
  });
});

it('are evaluated by priority and ID, up to the one that decides', async () => {
  await write({
    'auth.signUpRules': {
      b: rule('true', 'restrict'),
      a: rule('email.contains("@")', 'log'),
      last: rule('true', 'allow', { priority: -1 }),
      never: rule('true', 'reject', { priority: -2 }),
      off: { ...rule('true', 'reject', { priority: 9 }), enabled: false },
      empty: { enabled: true, priority: 8 },
      broken: rule('nothing', 'reject', { priority: 7 }),
    },
  });
  const body = { email: 'A@X.test', auth_method: 'password', oauth_provider: null, country_code: null };
  const { json } = await scene.call('admin', 'POST /internal/sign-up-rules-test', { body });
  expect(json.context).toEqual({
    email: 'a@x.test',
    email_domain: 'x.test',
    country_code: '',
    auth_method: 'password',
    oauth_provider: '',
    turnstile_result: 'invalid',
    risk_scores: { bot: 0, free_trial_abuse: 0 },
  });
  const evaluations = json.evaluations as { rule_id: string; status: string }[];
  expect(evaluations.map(({ rule_id, status }) => [rule_id, status])).toEqual([
    ['off', 'disabled'],
    ['empty', 'missing_condition'],
    ['broken', 'error'],
    ['a', 'matched'],
    ['b', 'matched'],
    ['last', 'matched'],
  ]);
  expect(json.outcome).toEqual({
    should_allow: true,
    decision: 'allow',
    decision_rule_id: 'last',
    restricted_because_of_rule_id: 'b',
  });
});

it('see no domain in a text without an @ (wire/later 2)', async () => {
  const body = { email: 'no-address', auth_method: 'password', oauth_provider: null, country_code: null };
  const { json } = await scene.call('admin', 'POST /internal/sign-up-rules-test', { body });
  expect(json.context).toMatchObject({ email: 'no-address', email_domain: '' });
});

it('are rendered in the order of their evaluation, disabled ones too (wire/later 2)', async () => {
  await write({
    'auth.signUpRules': {
      b: rule('true', 'log'),
      off: { ...rule('true', 'log', { priority: 9 }), enabled: false },
      a: rule('true', 'log'),
    },
    'auth.signUpRules.late': rule('true', 'log', { priority: 3 }),
  });
  const { config_string } = (await scene.call('admin', 'GET /internal/config')).json;
  expect(Object.keys(JSON.parse(String(config_string)).auth.signUpRules)).toEqual(['off', 'late', 'a', 'b']);
});

it.each([
  ['-a', 400],
  ['a-', 200],
  ['a'.repeat(63), 200],
  ['a'.repeat(64), 400],
])('have IDs of these characters in dotted keys: %s, %i (wire/later 2)', async (id, status) => {
  expect((await write({ [`auth.signUpRules.${id}`]: rule('true', 'log') })).status).toBe(status);
});

it('add to what admins have noted of an anonymous user who signs up (wire/later 2)', async () => {
  await write({ 'auth.signUpRules.r1': rule('true', 'restrict') });
  const { json: signedUp } = await scene.call('client', 'POST /auth/anonymous/sign-up', { body: {} });
  const note = { restricted_by_admin: true, restricted_by_admin_private_details: 'ticket 4711' };
  await scene.call('server', `PATCH /users/${signedUp.user_id}`, { body: note });
  const headers = { 'x-stack-allow-anonymous-user': 'true' };
  const body = { email: 'a@x.test', password: ada.password };
  await scene.call('client', 'POST /auth/password/sign-up', { token: String(signedUp.access_token), headers, body });
  const { json } = await scene.call('server', `GET /users/${signedUp.user_id}`);
  expect(json.restricted_by_admin_private_details).toBe('ticket 4711\n\nRestricted by sign-up rule: r1');
});

it.each([
  ['2.8.77', false],
  ['2.8.78', true],
])('have a count of all time on %s: %s (wire/later 2)', async (release, isCounted) => {
  scene = await releaseScene(release);
  await write({ 'auth.signUpRules.a': rule('true', 'log') });
  await signUp('a@x.test');
  const { rule_triggers } = (await scene.call('admin', 'GET /internal/sign-up-rules-stats')).json;
  expect((rule_triggers as object[]).map((each) => 'all_time_count' in each)).toEqual([isCounted]);
});

it('are counted by hour and action, also once they are deleted', async () => {
  await write({ 'auth.signUpRules.a': rule('true', 'log') });
  await signUp('a@x.test');
  scene.sandbox.clock.advance(3_600_000);
  await signUp('b@x.test');
  await write({ 'auth.signUpRules.a': null });
  const { json } = await scene.call('admin', 'GET /internal/sign-up-rules-stats');
  expect(json).toMatchObject({
    analytics_hours: 48,
    total_triggers: 2,
    triggers_by_action: { allow: 0, reject: 0, restrict: 0, log: 2 },
  });
  const [only] = json.rule_triggers as { rule_id: string; total_count: number; hourly_counts: { count: number }[] }[];
  expect(only).toMatchObject({ rule_id: 'a', total_count: 2, all_time_count: 2 });
  expect(only?.hourly_counts.map(({ count }) => count).slice(-3)).toEqual([0, 1, 1]);
  expect(only?.hourly_counts).toHaveLength(48);
});

it.each([
  ['2.8.64', 404, 404],
  ['2.8.65', 200, 404],
  ['2.8.66', 200, 400],
])('of %s have statistics: %i, and a test: %i', async (release, stats, test) => {
  const { call } = await releaseScene(release);
  expect((await call('admin', 'GET /internal/sign-up-rules-stats')).status).toBe(stats);
  expect((await call('admin', 'POST /internal/sign-up-rules-test', { body: {} })).status).toBe(test);
});
