import { beforeEach, describe, expect, it } from 'vitest';
import { findUsableKeySet } from '../stores/key-set-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const create = async (body: unknown = {}) => (await test.call('client', 'POST', '/auth/cli', body)).json;
const complete = (login_code: unknown, refresh_token: unknown = 'whatever') =>
  test.call('client', 'POST', '/auth/cli/complete', { login_code, refresh_token });
const poll = (polling_code: unknown) => test.call('client', 'POST', '/auth/cli/poll', { polling_code });
const internal = () => ({
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': findUsableKeySet(test.store, 'internal', test.clock.now())?.publishable_client_key ?? '',
  'content-type': 'application/json',
});

describe('a CLI login', () => {
  it('has two codes and expires after two hours, also without a body', async () => {
    for (const answer of [await create(), (await test.raw('POST', '/auth/cli', test.headers('client'))).json]) {
      expect(answer).toEqual({
        polling_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        login_code: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        expires_at: new Date(test.clock.now() + 7_200_000).toISOString(),
      });
      expect(answer.polling_code).not.toBe(answer.login_code);
    }
    expect((await create({ expires_in_millis: 600_000 })).expires_at).toBe(new Date(test.clock.now() + 600_000).toISOString());
  });

  it('returns the token exactly once, without validating it', async () => {
    const { polling_code, login_code } = await create();
    const waiting = await poll(polling_code);
    expect([waiting.status, waiting.json]).toEqual([200, { status: 'waiting' }]);
    const completed = await complete(login_code, 'no refresh token at all');
    expect([completed.status, completed.json]).toEqual([200, { success: true }]);
    const won = await poll(polling_code);
    expect([won.status, won.json]).toEqual([201, { status: 'success', refresh_token: 'no refresh token at all' }]);
    for (const _again of [1, 2]) {
      const used = await poll(polling_code);
      expect([used.status, used.json]).toEqual([200, { status: 'used' }]);
    }
  });

  it('signs the device in with the session of the page', async () => {
    const { polling_code, login_code } = await create();
    const { refresh_token } = await test.signIn();
    await complete(login_code, refresh_token);
    const { json } = await poll(polling_code);
    const refreshed = await test.raw('POST', '/auth/sessions/current/refresh', {
      ...test.headers('client'),
      'x-stack-refresh-token': String(json.refresh_token),
    });
    expect(refreshed.status).toBe(200);
  });

  it.each([-8.64e15, Number.MIN_SAFE_INTEGER])('expires at the earliest possible date for %d milliseconds', async (millis) => {
    const { expires_at, polling_code } = await create({ expires_in_millis: millis - test.clock.now() });
    expect([expires_at, (await poll(polling_code)).json.status]).toEqual(['-271821-04-20T00:00:00.000Z', 'expired']);
  });

  it('expires in any state', async () => {
    const untouched = await create();
    const completed = await create();
    const used = await create();
    await complete(completed.login_code);
    await complete(used.login_code);
    await poll(used.polling_code);
    test.clock.advance(7_199_999);
    expect((await poll(untouched.polling_code)).json.status).toBe('waiting');
    test.clock.advance(1);
    for (const { polling_code } of [untouched, completed, used]) {
      const answer = await poll(polling_code);
      expect([answer.status, answer.json]).toEqual([200, { status: 'expired' }]);
    }
    expect((await complete(untouched.login_code)).text).toBe('Invalid login code or the code has expired');
  });

  it('can be expired from the start', async () => {
    expect((await poll((await create({ expires_in_millis: -1 })).polling_code)).json.status).toBe('expired');
  });

  it('is completed once, with its own code, in its own project', async () => {
    const { polling_code, login_code } = await create();
    const foreign = await test.raw('POST', '/auth/cli/complete', internal(), JSON.stringify({ login_code, refresh_token: 'x' }));
    expect([foreign.status, foreign.text]).toEqual([400, 'Project ID mismatch; please ensure that you are using the correct app url.']);
    expect((await complete(login_code)).status).toBe(200);
    for (const code of [login_code, polling_code, 'unknown', '']) {
      const refused = await complete(code);
      expect([refused.status, refused.text, refused.headers.has('x-stack-known-error')]).toEqual([
        400,
        'Invalid login code or the code has expired',
        false,
      ]);
    }
  });

  it('is polled with its own code in its own project', async () => {
    const { polling_code, login_code } = await create();
    const foreign = await test.raw('POST', '/auth/cli/poll', internal(), JSON.stringify({ polling_code }));
    for (const answer of [foreign, await poll(login_code), await poll('unknown')]) {
      expect([answer.status, answer.json.code]).toEqual([400, 'INVALID_POLLING_CODE']);
    }
  });

  it.each([
    ['/auth/cli', { expires_in_millis: 86_400_001 }, 'body.expires_in_millis must be less than or equal to 86400000'],
    ['/auth/cli', { expires_in_millis: null }, 'body.expires_in_millis cannot be null'],
    ['/auth/cli', { anon_refresh_token: 'x' }, 'body contains unknown properties: anon_refresh_token'],
    ['/auth/cli/complete', { login_code: 'x' }, 'body.refresh_token must be defined'],
    ['/auth/cli/complete', { login_code: 'x', refresh_token: 'x', mode: 'check' }, 'body contains unknown properties: mode'],
    ['/auth/cli/poll', {}, 'body.polling_code must be defined'],
    ['/auth/cli/poll', undefined, 'body must be defined'],
  ])('%s rejects %j', async (path, body, line) => {
    const { status, json } = await test.call('client', 'POST', path, body);
    expect([status, json.code, json.error]).toEqual([
      400,
      'SCHEMA_ERROR',
      `Request validation failed on POST /api/v1${path}:\n  - ${line}`,
    ]);
  });
});
