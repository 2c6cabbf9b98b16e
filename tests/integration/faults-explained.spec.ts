/** Information in failures: other hosts get nothing, error reports contain no secrets, and the user sees what is happening. */
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SlowCall } from '#contract/bridge/diagnostics.ts';
import type { AppError } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { errorText } from '#lib/errors/error-text.ts';
import { createSlowCalls } from '#main/gateway/slow-calls.ts';
import { diagnose } from '#main/remote/diagnostics.ts';
import { keysInHand } from '#main/remote/project-keys.ts';
import { createSender } from '#main/remote/send.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { createTopic } from '#main/runtime/topics.ts';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock, someDay } from '../support/fake-clock';
import { fresh, good, keys, live, over, type SceneOptions, secrets, setScene, typed, user } from '../support/main/fault-scene';
import { accessToken, errorOf, reportOf, seededRandom } from '../support/main/test-ports';
import * as does from '../support/service/fault-answers';
import { type Fault, startFaultServer } from '../support/service/fault-server';
import { unknownHost } from '../support/service/stub-service';

async function sceneBefore(fault: Fault, own: SceneOptions = {}) {
  const server = await startFaultServer(fault);
  const scene = await setScene(server.url, own);
  onTestFinished(() => scene.close());
  return { server, scene };
}

describe('another host', () => {
  test.each([301, 302, 303, 307, 308])('gets no request when the service responds with %i', async (status) => {
    const other = await startFaultServer(good);
    const { server, scene } = await sceneBefore(does.redirect(status, `${other.url}/api/v1/users/me`));
    for (const kind of ['read', 'write'] as const) {
      expect(await reportOf(scene.call(kind))).toEqual({ code: 'redirect-refused', status });
    }
    await scene.call('sign-out');
    expect([server.requests.length, other.requests]).toEqual([3, []]);
  });

  test('gets no request when a refresh is redirected, and the call is not sent without its tokens', async () => {
    const other = await startFaultServer(good);
    const { server, scene } = await sceneBefore(does.redirect(307, `${other.url}/token`), { access: over });
    expect(await reportOf(scene.call('read'))).toEqual({ code: 'redirect-refused', status: 307 });
    expect([server.requests.map(({ target }) => target), other.requests]).toEqual([['/api/v1/auth/oauth/token'], []]);
  });
});

describe('a service that repeats the whole request', () => {
  const told = (error: unknown) =>
    `${inspect(error, { depth: 10, showHidden: true })}\n${JSON.stringify(error)}\n${(error as Error).stack}`;

  test.each(['read', 'write', 'refresh'] as const)('%s: no secret comes back', async (kind) => {
    const { scene } = await sceneBefore(does.echo, kind === 'refresh' ? { access: over } : {});
    const error = await errorOf(scene.call(kind));
    expect(told(error)).toContain('***');
    for (const secret of secrets) expect(told(error)).not.toContain(secret);
  });

  test.each(['server', 'admin'] as const)('a project’s call: no %s key comes back', async (kind) => {
    const server = await startFaultServer(does.echo);
    const transport = createUndiciTransport();
    onTestFinished(() => transport.close());
    const sender = createSender({ transport, clock: createFakeClock(), random: seededRandom(), clientVersion: 'x @y/z@1' });
    const target = { baseUrl: server.url, projectId: 'p', keys: keysInHand({ [kind]: keys[kind] }) };
    const input = { params: { user_id: user.id }, body: { password: typed } };
    const error = await errorOf(sender.send(catalog.users.update, 'project', target, input, { origin: { source: 'app' } }));
    expect(server.requests).toHaveLength(1);
    expect(told(error)).toContain('***');
    for (const secret of secrets) expect(told(error)).not.toContain(secret);
  });
});

test('a refresh token that the service refuses ends the session, and the call is never sent without tokens', async () => {
  const refused = does.known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401, { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', error: 'Gone.' });
  const { server, scene } = await sceneBefore(refused, { access: over });
  const error = await errorOf(scene.call('read'));
  expect(error).toMatchObject({ report: { code: 'session-ended' } });
  expect(errorText(createTranslator('en'), (error as AppError).report).title).toBe('Your session has ended');
  expect([scene.accounts(), await scene.secretsLeft()]).toMatchObject([[{ state: 'invalid' }], [null, null]]);
  expect(server.requests.map(({ target }) => target)).toEqual(['/api/v1/auth/oauth/token']);
  expect(await reportOf(scene.call('read'))).toEqual({ code: 'signed-out' });
  expect(server.requests).toHaveLength(1);
});

test('a sign-out succeeds when the session no longer exists on the service', async () => {
  const gone = does.known('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401, { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' });
  const { scene } = await sceneBefore(gone);
  expect(await scene.call('sign-out')).toEqual({ endedAtService: true });
  expect([scene.accounts(), await scene.secretsLeft()]).toEqual([[], [null, null]]);
});

describe('a pause that the service requires', () => {
  const limited = (wait: string) => does.plain(429, 'Slow down', { 'retry-after': wait });

  /** Watches a call like a window whose user cancels slow calls. */
  function watchOf(clock: ReturnType<typeof createFakeClock>, { impatient }: { impatient: boolean }) {
    const shown: SlowCall[] = [];
    const topic = createTopic<SlowCall[]>('diagnostics.slowCalls', [], ({ value }) => {
      for (const call of value as SlowCall[]) {
        shown.push(call);
        if (impatient) slowCalls.cancel(call.id);
      }
    });
    const slowCalls = createSlowCalls(topic, clock, () => 'call-1');
    return { shown, watch: slowCalls.watch('users.me', 'c') };
  }

  test.each([
    { wait: '3601', seconds: 3_601 },
    { wait: '315360000', seconds: 315_360_000 },
    { wait: '1000000000000', seconds: 3_153_600_000 },
    { wait: 'Fri, 20 Nov 2026 14:00:00 GMT', seconds: 7_200 },
  ])('of "$wait" is an error with the time at which it ends', async ({ wait, seconds }) => {
    const { server, scene } = await sceneBefore(limited(wait));
    const { shown, watch } = watchOf(scene.clock, { impatient: false });
    const report = await reportOf(scene.call('write', { watch }));
    expect(report).toMatchObject({ code: 'rate-limited', details: { retryAtMillis: expect.any(Number) } });
    const { retryAtMillis } = (report as { details: { retryAtMillis: number } }).details;
    expect((retryAtMillis - someDay) / 1000).toBeCloseTo(seconds, 0);
    expect([server.requests.length, shown]).toEqual([1, []]);
  });

  test.each([
    { wait: '3600', seconds: 3_600 },
    { wait: 'Fri, 20 Nov 2026 13:00:00 GMT', seconds: 3_600 },
  ])('of "$wait" is shown with its end, and can be canceled', async ({ wait, seconds }) => {
    const { server, scene } = await sceneBefore(limited(wait));
    const { shown, watch } = watchOf(scene.clock, { impatient: true });
    expect(await reportOf(scene.call('write', { watch }))).toEqual({ code: 'cancelled' });
    expect(shown).toMatchObject([{ id: 'call-1', name: 'users.me', connectionId: 'c', kind: 'waiting', try: 2 }]);
    expect(((shown[0]?.until ?? 0) - someDay) / 1000).toBeCloseTo(seconds, 0);
    expect([server.requests.length, scene.accounts()]).toMatchObject([1, [{ state: 'signed-in' }]]);
  });

  test('of an hour is waited for exactly, and the call succeeds after it', async () => {
    const { server, scene } = await sceneBefore((socket, request) => {
      limited('3600')(socket, request);
      server.fault = good;
    });
    const { shown, watch } = watchOf(scene.clock, { impatient: false });
    expect(await scene.call('read', { watch })).toMatchObject({ id: user.id });
    expect(Math.round(scene.waited() / 1000)).toBe(3600);
    // The access token has expired in the meantime.
    expect(server.requests.map(({ target }) => target)).toEqual(['/api/v1/users/me', '/api/v1/auth/oauth/token', '/api/v1/users/me']);
    expect(shown.map(({ kind }) => kind)).toEqual(['waiting', 'retrying']);
    watch.done();
  });
});

describe('a clock that is wrong by ten minutes', () => {
  const minutes = (count: number) => count * 60_000;
  const dated =
    (offset: number): Fault =>
    (socket, request) =>
      does.json(request.target.endsWith('/token') ? { access_token: fresh, token_type: 'Bearer', expires_in: 3_599 } : user, {
        date: new Date(someDay + offset).toUTCString(),
      })(socket, request);

  test('behind the service: a token that has expired there is not sent', async () => {
    const { server, scene } = await sceneBefore(dated(minutes(10)), { access: accessToken(someDay + minutes(5)) });
    await scene.call('read');
    await scene.call('read');
    expect(server.requests.map(({ target }) => target)).toEqual(['/api/v1/users/me', '/api/v1/auth/oauth/token', '/api/v1/users/me']);
  });

  test('ahead of the service: a token that is valid there is not refreshed', async () => {
    const { server, scene } = await sceneBefore(dated(-minutes(10)), { access: live });
    await scene.call('read');
    await scene.clock.advance(minutes(15));
    scene.clock.setDate(someDay + minutes(60));
    await scene.call('read');
    expect(server.requests.filter(({ target }) => target === '/api/v1/users/me')).toHaveLength(2);
    expect(server.requests.filter(({ target }) => target.endsWith('/token'))).toHaveLength(0);
  });
});

describe('a call that couldn’t be sent', () => {
  const examined = (online: boolean) => {
    const transport = createUndiciTransport({ timeout: 1_000, environment: {} });
    onTestFinished(() => transport.close());
    const clock = createFakeClock();
    return (baseUrl: string) => diagnose(baseUrl, { transport, clock, isOnline: () => online });
  };

  test('reports that the machine is offline', async () => {
    const { scene } = await sceneBefore(good, { diagnose: examined(false) });
    scene.baseUrl = `http://${unknownHost}`;
    const error = await errorOf(scene.call('write'));
    const { report } = error as AppError;
    expect(report).toMatchObject({ code: 'offline', diagnosis: { online: false, steps: [] } });
    expect(errorText(createTranslator('en'), report).title).toBe('You’re offline');
  });

  test('contains the result of the diagnosis', async () => {
    const { scene } = await sceneBefore(good, { diagnose: examined(true) });
    scene.baseUrl = `http://${unknownHost}`;
    const report = await reportOf(scene.call('write'));
    expect(report).toMatchObject({ code: 'name-not-found', diagnosis: { baseUrl: `http://${unknownHost}`, online: true } });
    expect((report as AppError['report']).diagnosis?.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['name', false],
      ['connection', false],
      ['health', false],
      ['api', false],
      ['writing', false],
      ['clock', false],
    ]);
  });

  test('is diagnosed once for concurrent failures, and not at all when it is tried only once', async () => {
    let examinations = 0;
    const ask = examined(true);
    const { scene } = await sceneBefore(does.reset, {
      diagnose: (baseUrl) => {
        examinations += 1;
        return ask(baseUrl);
      },
    });
    await Promise.allSettled(Array.from({ length: 20 }, () => scene.call('write')));
    expect(examinations).toBeLessThan(20);
    examinations = 0;
    expect(await reportOf(scene.call('read', { once: true }))).toEqual({ code: 'connection-lost' });
    expect(examinations).toBe(0);
  });

  test('ends immediately when it is canceled during the diagnosis', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { server, scene } = await sceneBefore(does.reset, { diagnose: never });
    const controller = new AbortController();
    const failing = reportOf(scene.call('write', { signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
  });
});
