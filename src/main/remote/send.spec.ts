import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createFakeClock, type FakeClock, settle, someDay } from '../../../tests/support/fake-clock';
import { type Answer, createScriptedTransport, knownError, reportOf, response, seededRandom } from '../../../tests/support/test-ports';
import type { ErrorCode } from '../../contract/error-codes';
import { fail } from '../../contract/errors';
import { type Endpoint, endpoint } from '../../contract/kit';
import { listOf } from '../../contract/service/models/fields';
import type { TransportRequest } from '../ports';
import { keysInHand } from './project-keys';
import { createSender, limits, type SendOptions, type Target, type TokenSource } from './send';

const shape = { response: z.object({ id: z.string() }) };
const read = endpoint({
  method: 'GET',
  path: '/thing',
  actors: {
    account: { access: 'client', ...shape },
    project: { access: 'server', query: z.strictObject({ limit: z.int() }), ...shape },
    none: { access: 'client', ...shape },
  },
});
const write = endpoint({
  method: 'POST',
  path: '/thing',
  actors: { none: { access: 'client', body: z.strictObject({ password: z.string() }), ...shape }, account: { access: 'client', ...shape } },
});
const remove = endpoint({ method: 'DELETE', path: '/thing', actors: { none: { access: 'client', ...shape } } });
const open = endpoint({
  method: 'POST',
  path: '/open',
  actors: { none: { access: 'public', bodyType: 'form', body: z.object({ a: z.string() }), ...shape } },
});

const good = response({ id: 'x' });
const target: Target = {
  baseUrl: 'https://x.test',
  projectId: 'p',
  keys: keysInHand({ client: 'pck_1', server: 'ssk_server_key', admin: 'sak_admin_key' }),
};
const body = { password: 'correct horse' };

function setUp(answer: Answer, clock: FakeClock = createFakeClock({ hasteUpTo: 2 ** 31 })) {
  const transport = createScriptedTransport(answer);
  const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'electron @latchkey/desktop@1.2.3' });
  return { transport, clock, sender };
}

const keysSent = (requests: readonly TransportRequest[]) =>
  requests.flatMap(({ headers }) => Object.keys(headers).filter((name) => /-(client|server|admin)-key$/.test(name)));

/** Returns the responses in order, then the last one indefinitely. */
const inTurn =
  (...answers: (ErrorCode | ReturnType<typeof response>)[]): Answer =>
  (_request, number) => {
    const answer = answers[Math.min(number, answers.length) - 1] ?? good;
    if (typeof answer === 'string') throw fail(answer);
    return answer;
  };

const tokenSource = (...given: string[]) => {
  let number = 0;
  const refused: string[] = [];
  const source: TokenSource & { refused: string[] } = {
    refused,
    tokens: async () => ({ access: given[Math.min(number++, given.length - 1)] ?? '', refresh: 'refresh_token_1' }),
    refuse: (access) => void refused.push(access),
  };
  return source;
};

describe('a large response', () => {
  const list = endpoint({
    method: 'GET',
    path: '/things',
    actors: { none: { access: 'client', response: listOf(z.object({ id: z.int() })) } },
  });
  const many = response({ items: Array.from({ length: 20_000 }, (_, id) => ({ id })), is_paginated: false });

  test('is read in pieces, between which the call can be canceled', async () => {
    const { sender } = setUp(() => many, tickingClock(4));
    const abort = new AbortController();
    const call = sender.send(list, 'none', target, {}, { signal: abort.signal });
    await settle();
    abort.abort();
    expect(await reportOf(call)).toEqual({ code: 'cancelled' });
  });

  test('is complete in the end', async () => {
    const clock = tickingClock(4);
    const call = setUp(() => many, clock).sender.send(list, 'none', target, {});
    await settle();
    expect(clock.waiting).toBe(1);
    await clock.advance(1_000);
    expect((await call).items).toHaveLength(20_000);
  });

  /** A clock that also moves on each time it is read, as time does while a program works. */
  function tickingClock(millis: number): FakeClock {
    const clock = createFakeClock({ hasteUpTo: -1 });
    let reads = 0;
    return {
      ...clock,
      get waiting() {
        return clock.waiting;
      },
      monotonic() {
        reads += 1;
        return clock.monotonic() + reads * millis;
      },
    };
  }
});

describe('what is sent', () => {
  test('for a project: the lowest access type the row accepts and the connection can prove', async () => {
    const { sender, transport } = setUp(() => good);
    expect(await sender.send(read, 'project', target, { query: { limit: 3 } })).toEqual({ id: 'x' });
    expect(transport.requests).toEqual([
      {
        method: 'GET',
        url: 'https://x.test/api/v1/thing?limit=3',
        headers: {
          'x-stack-project-id': 'p',
          'x-stack-access-type': 'server',
          'x-stack-secret-server-key': 'ssk_server_key',
          'x-stack-client-version': 'electron @latchkey/desktop@1.2.3',
          'x-stack-override-error-status': 'true',
          'x-stack-allow-anonymous-user': 'true',
          'x-stack-allow-restricted-user': 'true',
          'x-stack-random-nonce': expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/),
        },
        limits: { ...limits, bodyBytes: 16_777_216 },
        signal: undefined,
      },
    ]);
  });

  test('with an admin key only, a project asks as admin', async () => {
    const { sender, transport } = setUp(() => good);
    await sender.send(read, 'project', { ...target, keys: keysInHand({ admin: 'sak_1' }) }, { query: { limit: 3 } });
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'sak_1' });
  });

  test('for an account: its tokens and the publishable key, no other key', async () => {
    const { sender, transport } = setUp(() => good);
    await sender.send(read, 'account', target, {}, { session: tokenSource('jwt') });
    const sent = transport.requests[0]?.headers ?? {};
    expect(sent).toMatchObject({
      'x-stack-access-token': 'jwt',
      'x-stack-refresh-token': 'refresh_token_1',
      'x-stack-publishable-client-key': 'pck_1',
    });
    expect(JSON.stringify(sent)).not.toMatch(/ssk_|sak_/);
  });

  test.each([
    { actor: 'none', stored: ['client', 'server', 'admin'], read: ['client'] },
    { actor: 'account', stored: ['client', 'server', 'admin'], read: ['client'] },
    { actor: 'project', stored: ['client', 'server', 'admin'], read: ['server'] },
    { actor: 'project', stored: ['client', 'admin'], read: ['admin'] },
  ] as const)('as $actor with $stored keys, only this key is read: $read', async ({ actor, stored, read: expected }) => {
    const { sender } = setUp(() => good);
    const asked: string[] = [];
    const reader = (kind: string) => async () => {
      asked.push(kind);
      return `${kind}-key`;
    };
    const keys = Object.fromEntries(stored.map((kind) => [kind, reader(kind)]));
    const session = actor === 'account' ? { session: tokenSource('jwt') } : {};
    await sender.sendRow(read, read.actors[actor], { ...target, keys }, {}, session);
    expect(asked).toEqual(expected);
  });

  test.each(['public', 'known to be missing'])('no key is read for a row that is %s', async (kind) => {
    const { sender } = setUp(() => good);
    const keys = { client: vi.fn(async () => 'pck'), admin: vi.fn(async () => 'sak') };
    const missing = endpoint({ method: 'GET', path: '/new', feature: 'oauth-providers', actors: { none: { access: 'client', ...shape } } });
    const asking =
      kind === 'public'
        ? sender.send(open, 'none', { ...target, keys }, { body: { a: '1' } })
        : sender.send(missing, 'none', { ...target, keys, features: async () => ({ 'oauth-providers': false }) }, {});
    await asking.catch(() => undefined);
    expect([keys.client.mock.calls.length, keys.admin.mock.calls.length]).toEqual([0, 0]);
  });

  test('a key that the secret store has lost counts as none: the next one that the row accepts is sent', async () => {
    const { sender, transport } = setUp(() => good);
    const keys = { server: async () => null, admin: async () => 'sak_1' };
    await sender.send(read, 'project', { ...target, keys }, { query: { limit: 3 } });
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': 'sak_1' });
    const lost = { ...target, keys: { server: async () => null } };
    expect(await reportOf(sender.send(read, 'project', lost, { query: { limit: 3 } }))).toEqual({ code: 'missing-credentials' });
  });

  test('nothing while the keychain cannot be read', async () => {
    const { sender, transport } = setUp(() => good);
    const keys = {
      client: async () => {
        throw fail('keychain-locked');
      },
    };
    expect(await reportOf(sender.send(read, 'none', { ...target, keys }, {}))).toEqual({ code: 'keychain-locked' });
    expect(transport.requests).toEqual([]);
  });

  test('to a public row: nothing but the body', async () => {
    const { sender, transport } = setUp(() => good);
    await sender.send(open, 'none', target, { body: { a: '1&2' } });
    expect(transport.requests[0]).toMatchObject({ url: 'https://x.test/api/v1/open', body: 'a=1%262' });
    expect(transport.requests[0]?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
  });

  test('a body without a user carries no token', async () => {
    const { sender, transport } = setUp(() => good);
    await sender.send(write, 'none', target, { body });
    expect(transport.requests[0]).toMatchObject({ method: 'POST', body: '{"password":"correct horse"}' });
    expect(Object.keys(transport.requests[0]?.headers ?? {})).not.toContain('x-stack-access-token');
    expect(transport.requests[0]?.headers['content-type']).toBe('application/json');
  });

  test('a nonce is never used twice, not even for another try', async () => {
    const { sender, transport } = setUp(inTurn('connection-lost', 'connection-lost', good));
    await sender.send(read, 'none', target, {});
    expect(new Set(transport.requests.map(({ headers }) => headers['x-stack-random-nonce'])).size).toBe(3);
  });

  test.each([
    { actor: 'none', keys: keysInHand({ server: 's', admin: 'a' }) },
    { actor: 'account', keys: {} },
    { actor: 'project', keys: keysInHand({ client: 'p' }) },
  ] as const)('nothing at all without the credentials: $actor', async ({ actor, keys }) => {
    const { sender, transport } = setUp(() => good);
    const variant = read.actors[actor];
    const session = actor === 'account' ? { session: tokenSource('jwt') } : {};
    const needsKeys = { ...target, keys, features: async () => ({ 'keyless-clients': false }) };
    expect(await reportOf(sender.sendRow(read, variant, needsKeys, {}, session))).toEqual({ code: 'missing-credentials' });
    expect(transport.requests).toEqual([]);
  });

  test.each([
    ['needs none', { 'keyless-clients': true }],
    ['is not known', {}],
  ] as const)('as a client without a publishable key where the service %s: no key at all', async (_what, features) => {
    const { sender, transport } = setUp(() => good);
    const keyless = { ...target, keys: keysInHand({ server: 's', admin: 'a' }), features: async () => features };
    await sender.sendRow(read, read.actors.none, keyless, {});
    expect(keysSent(transport.requests)).toEqual([]);
    expect(transport.requests[0]?.headers).toMatchObject({ 'x-stack-project-id': 'p', 'x-stack-access-type': 'client' });
  });

  test('nothing for an actor that the endpoint does not have', async () => {
    const { sender, transport } = setUp(() => good);
    const asking = (async () => sender.send(remove as Endpoint, 'account', target, {}))();
    expect(await reportOf(asking)).toEqual({ code: 'internal' });
    expect(transport.requests).toEqual([]);
  });
});

describe('a failure of the network', () => {
  test.each<ErrorCode>(['unreachable', 'name-not-found', 'connection-lost', 'timed-out'])(
    '%s: five tries with growing waits where repeating is safe',
    async (code) => {
      for (const row of [read, remove]) {
        const { sender, transport, clock } = setUp(inTurn(code));
        expect(await reportOf(sender.send(row, 'none', target, {}))).toEqual({ code });
        expect(transport.requests).toHaveLength(5);
        expect(clock.delays).toHaveLength(4);
        for (const [index, delay] of clock.delays.entries()) {
          expect(delay).toBeGreaterThanOrEqual(500 * 2 ** index);
          expect(delay).toBeLessThan(1500 * 2 ** index);
        }
        expect(new Set(clock.delays.map((delay, index) => delay / 2 ** index)).size).toBeGreaterThan(1);
      }
    },
  );

  test.each<ErrorCode>(['unreachable', 'connection-lost', 'timed-out'])('%s: one try where repeating is not safe', async (code) => {
    const { sender, transport, clock } = setUp(inTurn(code));
    expect(await reportOf(sender.send(write, 'none', target, { body }))).toEqual({ code });
    expect([transport.requests.length, clock.delays]).toEqual([1, []]);
  });

  test.each<ErrorCode>(['tls-refused', 'response-too-large', 'cancelled'])(
    '%s: one try, for another one would end the same',
    async (code) => {
      const { sender, transport } = setUp(inTurn(code));
      expect(await reportOf(sender.send(read, 'none', target, {}))).toEqual({ code });
      expect(transport.requests).toHaveLength(1);
    },
  );

  test('is not reported when a later try succeeds', async () => {
    const { sender, transport } = setUp(inTurn('connection-lost', 'unreachable', good));
    expect(await sender.send(read, 'none', target, {})).toEqual({ id: 'x' });
    expect(transport.requests).toHaveLength(3);
  });

  test('a server’s own errors are not repeated', async () => {
    for (const answer of [
      response('x', { status: 500 }),
      response('x', { status: 503, headers: { 'retry-after': '1' } }),
      knownError('USER_NOT_FOUND', 404),
    ]) {
      const { sender, transport } = setUp(() => answer);
      await reportOf(sender.send(read, 'none', target, {}));
      expect(transport.requests).toHaveLength(1);
    }
  });

  test('rethrows an error that is not an AppError', async () => {
    const { sender, transport } = setUp(() => {
      throw new TypeError('ours');
    });
    await expect(sender.send(read, 'none', target, {})).rejects.toThrow(TypeError);
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a rate limit', () => {
  const limited = (headers: Record<string, string> = {}) => response('slow', { status: 429, headers });

  test.each([
    { headers: { 'retry-after': '7' }, wait: 7000 },
    { headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:09 GMT' }, wait: 9000 },
    { headers: { 'retry-after': 'Fri, 20 Nov 2026 20:00:09 GMT', date: 'Fri, 20 Nov 2026 20:00:00 GMT' }, wait: 9000 },
  ])('waits what $headers asks for, also where repeating is not safe', async ({ headers, wait }) => {
    const { sender, transport, clock } = setUp(inTurn(limited(headers), good), createFakeClock({ hasteUpTo: 2 ** 31, start: someDay }));
    expect(await sender.send(write, 'none', target, { body })).toEqual({ id: 'x' });
    expect([transport.requests.length, clock.delays]).toEqual([2, [wait]]);
  });

  test.each([{}, { 'retry-after': '-1' }, { 'retry-after': 'soon' }])(
    'waits as after a failure of the network when %j makes no sense',
    async (headers) => {
      const { sender, clock } = setUp(inTurn(limited(headers), good));
      await sender.send(read, 'none', target, {});
      expect(clock.delays).toHaveLength(1);
      expect(clock.delays[0]).toBeGreaterThanOrEqual(500);
      expect(clock.delays[0]).toBeLessThan(1500);
    },
  );

  test('is reported after five tries', async () => {
    const { sender, transport } = setUp(() => limited({ 'retry-after': '1' }));
    expect(await reportOf(sender.send(write, 'none', target, { body }))).toEqual({ code: 'rate-limited', status: 429 });
    expect(transport.requests).toHaveLength(5);
  });

  test('an infinite loop counts as one', async () => {
    const { sender, transport } = setUp(inTurn(response('INFINITE_LOOP_DETECTED', { status: 508 }), good));
    await sender.send(write, 'none', target, { body });
    expect(transport.requests).toHaveLength(2);
  });
});

describe('an access token that the service refuses', () => {
  test.each(['ACCESS_TOKEN_EXPIRED', 'UNPARSABLE_ACCESS_TOKEN', 'INVALID_PROJECT_FOR_ACCESS_TOKEN'])(
    '%s: is refused, and the call tried again with another one, also where repeating is not safe',
    async (code) => {
      const { sender, transport } = setUp(inTurn(knownError(code, 401), good));
      const session = tokenSource('old', 'new');
      expect(await sender.send(write, 'account', target, {}, { session })).toEqual({ id: 'x' });
      expect(session.refused).toEqual(['old']);
      expect(transport.requests.map(({ headers }) => headers['x-stack-access-token'])).toEqual(['old', 'new']);
    },
  );

  test('is tried again once, no more', async () => {
    const { sender, transport } = setUp(() => knownError('ACCESS_TOKEN_EXPIRED', 401));
    const session = tokenSource('old', 'new', 'newer');
    expect(await reportOf(sender.send(read, 'account', target, {}, { session }))).toMatchObject({ known: 'ACCESS_TOKEN_EXPIRED' });
    expect([transport.requests.length, session.refused]).toEqual([2, ['old']]);
  });

  test('the call is never sent when no tokens are to be had', async () => {
    const { sender, transport } = setUp(() => good);
    const session = { tokens: () => Promise.reject(fail('session-ended')), refuse: () => undefined };
    expect(await reportOf(sender.send(read, 'account', target, {}, { session }))).toEqual({ code: 'session-ended' });
    expect(transport.requests).toEqual([]);
  });

  test('without a session there is nothing to try again with', async () => {
    const { sender, transport } = setUp(() => knownError('ACCESS_TOKEN_EXPIRED', 401));
    await reportOf(sender.send(read, 'none', target, {}));
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a call that is no longer allowed', () => {
  function refuseAfter(passes: number) {
    let checks = 0;
    return () => {
      checks += 1;
      if (checks > passes) throw fail('read-only-connection');
    };
  }

  test('is not sent when that is so once its tokens are there', async () => {
    const { sender, transport } = setUp(() => good);
    let isAllowed = true;
    const session: TokenSource = {
      async tokens() {
        isAllowed = false;
        return { access: 'jwt', refresh: null };
      },
      refuse: () => undefined,
    };
    const assertAllowed = () => {
      if (!isAllowed) throw fail('read-only-connection');
    };
    expect(await reportOf(sender.send(write, 'account', target, {}, { session, assertAllowed }))).toEqual({ code: 'read-only-connection' });
    expect(transport.requests).toEqual([]);
  });

  test('is not sent again after a pause, or with another token', async () => {
    const paused = setUp(inTurn('connection-lost', good));
    const assertAllowed = refuseAfter(1);
    expect(await reportOf(paused.sender.send(remove, 'none', target, {}, { assertAllowed }))).toEqual({ code: 'read-only-connection' });
    const stale = setUp(inTurn(knownError('ACCESS_TOKEN_EXPIRED', 401), good));
    const options = { session: tokenSource('old', 'new'), assertAllowed: refuseAfter(1) };
    expect(await reportOf(stale.sender.send(write, 'account', target, {}, options))).toEqual({ code: 'read-only-connection' });
    expect([paused.transport.requests.length, stale.transport.requests.length]).toEqual([1, 1]);
  });
});

describe('a canceled call', () => {
  const asking = (answer: Answer, options: SendOptions = {}, own: Partial<Target> = {}, clock = createFakeClock()) => {
    const set = setUp(answer, clock);
    return { ...set, failing: reportOf(set.sender.send(read, options.session ? 'account' : 'none', { ...target, ...own }, {}, options)) };
  };
  const never: Answer = ({ signal }) =>
    new Promise((_resolve, reject) => {
      if (signal?.aborted) reject(fail('cancelled'));
      signal?.addEventListener('abort', () => reject(fail('cancelled')));
    });

  test('is cancelled while it is under way', async () => {
    const controller = new AbortController();
    const { failing, transport } = asking(never, { signal: controller.signal });
    await settle();
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect(transport.requests).toHaveLength(1);
  });

  test('is cancelled while it waits for another try', async () => {
    const controller = new AbortController();
    const { failing, clock, transport } = asking(inTurn('connection-lost'), { signal: controller.signal });
    await settle();
    expect(clock.waiting).toBe(1);
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect([clock.waiting, transport.requests.length]).toEqual([0, 1]);
  });

  test('is cancelled while it waits for tokens', async () => {
    const controller = new AbortController();
    const session: TokenSource = { tokens: () => new Promise(() => undefined), refuse: () => undefined };
    const { failing, transport } = asking(() => good, { signal: controller.signal, session });
    await settle();
    controller.abort();
    expect(await failing).toEqual({ code: 'cancelled' });
    expect(transport.requests).toEqual([]);
  });

  test.each([
    { what: 'under way', answer: never },
    { what: 'waiting for another try', answer: inTurn('connection-lost') },
  ])('ends with `sandbox-stopped` when the sandbox goes while it is $what', async ({ answer }) => {
    const stopped = new AbortController();
    const { failing, clock } = asking(answer, {}, { stopped: stopped.signal });
    await settle();
    stopped.abort();
    expect(await failing).toEqual({ code: 'sandbox-stopped' });
    expect(clock.waiting).toBe(0);
  });

  test('ends with `sandbox-stopped` when the sandbox was stopped before', async () => {
    expect(await asking(never, {}, { stopped: AbortSignal.abort() }).failing).toEqual({ code: 'sandbox-stopped' });
  });

  test.each<ErrorCode>(['connection-lost', 'unreachable'])(
    '%s of a call that is not repeated waits for the news that the sandbox is stopped',
    async (code) => {
      const stopped = new AbortController();
      const { sender, clock } = setUp(inTurn(code), createFakeClock());
      const failing = reportOf(sender.send(write, 'none', { ...target, stopped: stopped.signal }, { body }));
      await settle();
      stopped.abort();
      expect(await failing).toEqual({ code: 'sandbox-stopped' });
      const other = reportOf(sender.send(write, 'none', { ...target, stopped: new AbortController().signal }, { body }));
      await settle();
      await clock.advance(500);
      expect(await other).toEqual({ code });
    },
  );
});

describe('the server’s time', () => {
  test('is reported for each response, including failures', async () => {
    const onServerTime = vi.fn();
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    for (const answer of [response({ id: 'x' }, { headers: { date } }), response('x', { status: 500, headers: { date } })]) {
      await setUp(() => answer)
        .sender.send(read, 'none', { ...target, onServerTime }, {})
        .catch(() => undefined);
    }
    await setUp(() => good).sender.send(read, 'none', { ...target, onServerTime }, {});
    expect(onServerTime.mock.calls).toEqual([[date], [date]]);
  });
});

test('redacts the secrets of the request from an error that repeats it', async () => {
  const { sender } = setUp((request) => response(JSON.stringify(request), { status: 500, headers: { 'content-type': 'text/plain' } }));
  const reports = [
    await reportOf(sender.send(write, 'none', target, { body })),
    await reportOf(sender.send(read, 'project', target, { query: { limit: 1 } })),
    await reportOf(sender.send(read, 'account', target, {}, { session: tokenSource('eyJ.access.token') })),
  ];
  expect(JSON.stringify(reports)).toContain('***');
  expect(JSON.stringify(reports)).not.toMatch(/correct horse|ssk_server_key|eyJ\.access|refresh_token_1/);
});
