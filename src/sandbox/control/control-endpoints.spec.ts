import { beforeEach, describe, expect, it } from 'vitest';
import { accessTokenSeconds } from '#contract/limits.ts';
import { passingBotToken } from '../sign-in/sign-up-input';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const json = { 'content-type': 'application/json' };
const advance = (millis: unknown) => test.raw('POST', '/sandbox/clock', json, JSON.stringify({ advance_millis: millis }));

describe('the clock', () => {
  it('affects all times', async () => {
    const { access_token } = await test.signIn();
    const answer = await advance(accessTokenSeconds * 1000);
    expect([answer.status, answer.json]).toEqual([200, { now_millis: test.clock.now() + accessTokenSeconds * 1000 }]);
    const refused = await test.call('client', 'GET', '/users/me', undefined, access_token);
    expect(refused.json.code).toBe('ACCESS_TOKEN_EXPIRED');
    expect(Date.parse(refused.headers.get('date') ?? '')).toBe(test.clock.now() + accessTokenSeconds * 1000);
  });

  it('only moves forward, in whole milliseconds, on request in JSON', async () => {
    for (const millis of [-1, 1.5, '5', null]) expect((await advance(millis)).status).toBe(400);
    expect((await test.raw('POST', '/sandbox/clock', { 'content-type': 'text/plain' }, '{"advance_millis":5}')).status).toBe(400);
    expect((await test.raw('POST', '/sandbox/clock', json, '{')).status).toBe(400);
    expect((await test.raw('POST', '/sandbox/clock?advance_millis=5', json, '{"advance_millis":5}')).status).toBe(400);
    expect((await test.raw('POST', '/sandbox/clock', json, '{"advance_millis":5,"more":1}')).status).toBe(400);
  });
});

describe('bot challenges', () => {
  const sign_up = { email: 'new@x.example', password: 'Passw0rd-for-test', verification_callback_url: 'http://localhost/v' };
  const challenge = { bot_challenge_phase: 'visible', bot_challenge_token: passingBotToken };
  const refuse = (refuses: unknown) => test.raw('POST', '/sandbox/bot-challenge', json, JSON.stringify({ refuses }));

  it('pass with the test token, unless a test has them refused (wire/corrections 2.8.86)', async () => {
    test = await createTestSandbox({ release: '2.8.86' });
    const signUp = () => test.call('client', 'POST', '/auth/password/sign-up', { ...sign_up, ...challenge });
    expect((await refuse(true)).json).toEqual({ success: true });
    expect((await signUp()).json.code).toBe('BOT_CHALLENGE_FAILED');
    await refuse(false);
    expect((await signUp()).status).toBe(200);
  });

  it.each([1, 'yes', null, undefined])('are refused by a boolean, not %j', async (refuses) => {
    expect((await refuse(refuses)).status).toBe(400);
  });
});

it.each([
  { provider: 'unknown', reachable: false },
  { provider: '__proto__', reachable: false },
  { provider: 'github', reachable: 'no' },
  { provider: 'github' },
])('an identity provider is set reachable or not, not %j', async (body) => {
  expect((await test.raw('POST', '/sandbox/identity-provider', json, JSON.stringify(body))).status).toBe(400);
});

it('says how to record requests, which aren’t by default', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await test.raw(method, '/sandbox/requests');
    expect([response.status, response.json.error]).toEqual([404, expect.stringContaining('--record-requests')]);
  }
});

describe('the mailbox', () => {
  const signUp = (email: string) =>
    test.call('client', 'POST', '/auth/password/sign-up', {
      email,
      password: 'Passw0rd-for-test',
      verification_callback_url: 'http://localhost/v',
    });

  it('lists emails newest first, by recipient and up to a limit', async () => {
    await signUp('a@people.example');
    test.clock.advance(1);
    await signUp('b@people.example');
    const subjects = async (query: string) => (await test.raw('GET', `/sandbox/mailbox${query}`)).items.map(({ to }) => to);
    expect(await subjects('')).toEqual([['b@people.example'], ['a@people.example']]);
    expect(await subjects('?limit=1')).toEqual([['b@people.example']]);
    expect(await subjects('?to=a@people.example')).toEqual([['a@people.example']]);
  });

  it.each([
    'limit=x',
    'limit=0',
    'limit=1001',
    'limit=-1',
    'limit=1e2',
    'limit=1.0',
    'limit=',
    'limit=1&limit=2',
    'to=',
    'to=a&to=b',
    'from=a',
    'TO=a',
  ])('rejects the options %s', async (query) => {
    const answer = await test.raw('GET', `/sandbox/mailbox?${query}`);
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'The options are "to", an email address, and "limit", a whole number from 1 to 1000.' },
    ]);
  });

  it('can only be emptied completely', async () => {
    await signUp('a@people.example');
    expect((await test.raw('DELETE', '/sandbox/mailbox?to=b@people.example')).status).toBe(400);
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toHaveLength(1);
    expect((await test.raw('DELETE', '/sandbox/mailbox')).json).toEqual({ success: true });
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
  });

  it('writes names into emails as text, not markup', async () => {
    await signUp('a&b@people.example');
    const { items } = await test.raw('GET', '/sandbox/mailbox');
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(['from', 'html', 'id', 'sent_at_millis', 'subject', 'text', 'to']);
    expect(String(items[0]?.html)).toContain('<a href="http://localhost/v?code=');
  });
});

describe('outside the API', () => {
  it('responds to health, and with 404 elsewhere', async () => {
    expect((await test.raw('GET', '/health')).json).toEqual({ status: 'ok' });
    const elsewhere = await test.raw('GET', '/sandbox/nope');
    expect([elsewhere.status, elsewhere.headers.has('access-control-allow-origin')]).toEqual([404, false]);
  });
});
