import { beforeEach, describe, expect, it } from 'vitest';
import { ada, createTestSandbox, newestEmail, type TestSandbox } from '../testing/test-sandbox';
import { type RequestEntry, withRequestLog } from './request-log';

let test: TestSandbox;
let entries: RequestEntry[];
let serve: (request: Request) => Promise<Response>;

beforeEach(async () => {
  test = await createTestSandbox();
  entries = [];
  let now = Date.UTC(2025, 3, 9);
  const tick = () => {
    now += 5;
    return now;
  };
  serve = withRequestLog(test.sandbox.fetch, { now: tick, write: (entry) => entries.push(entry) });
});

const origin = 'http://localhost:8102';
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  serve(
    new Request(`${origin}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

describe('the request log', () => {
  it('contains the request and its result', async () => {
    const answer = await send('GET', '/api/v1/users?limit=1&query=ada', test.headers('server'));
    expect(entries).toEqual([
      {
        time: '2025-04-09T00:00:00.005Z',
        method: 'GET',
        path: '/api/v1/users',
        status: 200,
        ms: 5,
        request_id: answer.headers.get('x-stack-request-id'),
      },
    ]);
  });

  it.each([
    ['the status that is meant', '/api/v1/users', { 'x-stack-override-error-status': 'true' }, 400],
    ['what no endpoint answered', '/api/v1/nowhere', {}, 404],
    ['calls of the sandbox’s own', '/health', {}, 200],
  ])('has %s', async (_what, path, headers, status) => {
    await send('GET', path, headers as Record<string, string>);
    expect(entries).toMatchObject([{ path, status }]);
  });

  it('contains nothing from headers, queries, bodies and responses', async () => {
    const { access_token, refresh_token } = await test.signIn();
    const client = test.headers('client', access_token);
    const callback_url = 'http://localhost/reset';
    await send('POST', '/api/v1/auth/password/sign-in', client, ada);
    await send('POST', '/api/v1/auth/sessions/current/refresh', { ...client, 'x-stack-refresh-token': refresh_token });
    await send('POST', '/api/v1/auth/password/send-reset-code', client, { email: ada.email, callback_url });
    const { code } = await newestEmail(test, ada.email);
    await send('POST', '/api/v1/auth/password/reset', client, { code, password: 'Passw0rd-the-next' });
    await send('GET', `/api/v1/auth/oauth/authorize/github?client_secret=${test.keys.publishable_client_key}&token=${access_token}`);
    await send('POST', `/sandbox/idp/github/token?code=${code}`);
    // Secrets in a path.
    for (const secret of [code, access_token, refresh_token, ...Object.values(test.keys)]) await send('GET', `/api/v1/users/${secret}`);
    const log = JSON.stringify(entries);
    const told = [...Object.values(test.keys), access_token, refresh_token, code, ada.email, ada.password, 'Passw0rd', callback_url];
    expect(code).toHaveLength(45);
    for (const secret of told) expect(log).not.toContain(secret);
    expect(entries.every((entry) => Object.keys(entry).join() === 'time,method,path,status,ms,request_id')).toBe(true);
  });
});
