import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { body, good, inTurn, read, remove, setUpSender, target, tokenSource, write } from '#tests/support/main/sender-scene.ts';
import { knownError, reportOf, response } from '#tests/support/main/test-ports.ts';
import type { TokenSource } from './send';

describe('a failure of the network', () => {
  test.each<ErrorCode>(['unreachable', 'name-not-found', 'connection-lost', 'timed-out'])(
    '%s: five tries with growing waits where repeating is safe',
    async (code) => {
      for (const endpoint of [read, remove]) {
        const { sender, transport, clock } = setUpSender(inTurn(code));
        expect(await reportOf(sender.send(endpoint, 'none', target, {}))).toEqual({ code });
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
    const { sender, transport, clock } = setUpSender(inTurn(code));
    expect(await reportOf(sender.send(write, 'none', target, { body }))).toEqual({ code });
    expect([transport.requests.length, clock.delays]).toEqual([1, []]);
  });

  test.each<ErrorCode>(['tls-refused', 'response-too-large', 'cancelled'])(
    '%s: one try, for another one would end the same',
    async (code) => {
      const { sender, transport } = setUpSender(inTurn(code));
      expect(await reportOf(sender.send(read, 'none', target, {}))).toEqual({ code });
      expect(transport.requests).toHaveLength(1);
    },
  );

  test('is not reported when a later try succeeds', async () => {
    const { sender, transport } = setUpSender(inTurn('connection-lost', 'unreachable', good));
    expect(await sender.send(read, 'none', target, {})).toEqual({ id: 'x' });
    expect(transport.requests).toHaveLength(3);
  });

  test('a server’s own errors are not repeated', async () => {
    for (const answer of [
      response('x', { status: 500 }),
      response('x', { status: 503, headers: { 'retry-after': '1' } }),
      knownError('USER_NOT_FOUND', 404),
    ]) {
      const { sender, transport } = setUpSender(() => answer);
      await reportOf(sender.send(read, 'none', target, {}));
      expect(transport.requests).toHaveLength(1);
    }
  });

  test('rethrows an error that is not an AppError', async () => {
    const { sender, transport } = setUpSender(() => {
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
    const { sender, transport, clock } = setUpSender(
      inTurn(limited(headers), good),
      createFakeClock({ hasteUpTo: 2 ** 31, start: someDay }),
    );
    expect(await sender.send(write, 'none', target, { body })).toEqual({ id: 'x' });
    expect([transport.requests.length, clock.delays]).toEqual([2, [wait]]);
  });

  test.each([{}, { 'retry-after': '-1' }, { 'retry-after': 'soon' }])(
    'waits as after a failure of the network when %j makes no sense',
    async (headers) => {
      const { sender, clock } = setUpSender(inTurn(limited(headers), good));
      await sender.send(read, 'none', target, {});
      expect(clock.delays).toHaveLength(1);
      expect(clock.delays[0]).toBeGreaterThanOrEqual(500);
      expect(clock.delays[0]).toBeLessThan(1500);
    },
  );

  test('is reported after five tries', async () => {
    const { sender, transport } = setUpSender(() => limited({ 'retry-after': '1' }));
    expect(await reportOf(sender.send(write, 'none', target, { body }))).toEqual({ code: 'rate-limited', status: 429 });
    expect(transport.requests).toHaveLength(5);
  });

  test.each([
    { wait: '31', watched: false },
    { wait: '3601', watched: true },
    { wait: '315360000', watched: true },
  ])('of $wait s is an error with its end instead of a pause, watched: $watched', async ({ wait, watched }) => {
    const { sender, clock } = setUpSender(() => limited({ 'retry-after': wait }));
    const options = watched ? { watch: { signal: new AbortController().signal, pause: () => undefined, done: () => undefined } } : {};
    expect(await reportOf(sender.send(read, 'none', target, {}, options))).toEqual({
      code: 'rate-limited',
      status: 429,
      details: { retryAtMillis: clock.now() + Number(wait) * 1000 },
    });
    expect(clock.delays).toEqual([]);
  });

  test('an infinite loop counts as one', async () => {
    const { sender, transport } = setUpSender(inTurn(response('INFINITE_LOOP_DETECTED', { status: 508 }), good));
    await sender.send(write, 'none', target, { body });
    expect(transport.requests).toHaveLength(2);
  });
});

describe('an access token that the service refuses', () => {
  test.each(['ACCESS_TOKEN_EXPIRED', 'UNPARSABLE_ACCESS_TOKEN', 'INVALID_PROJECT_FOR_ACCESS_TOKEN'])(
    '%s: is refused, and the call tried again with another one, also where repeating is not safe',
    async (code) => {
      const { sender, transport } = setUpSender(inTurn(knownError(code, 401), good));
      const session = tokenSource('old', 'new');
      expect(await sender.send(write, 'account', target, {}, { session })).toEqual({ id: 'x' });
      expect(session.refused).toEqual(['old']);
      expect(transport.requests.map(({ headers }) => headers['x-stack-access-token'])).toEqual(['old', 'new']);
    },
  );

  test('is tried again once, no more', async () => {
    const { sender, transport } = setUpSender(() => knownError('ACCESS_TOKEN_EXPIRED', 401));
    const session = tokenSource('old', 'new', 'newer');
    expect(await reportOf(sender.send(read, 'account', target, {}, { session }))).toMatchObject({ known: 'ACCESS_TOKEN_EXPIRED' });
    expect([transport.requests.length, session.refused]).toEqual([2, ['old']]);
  });

  test('the call is never sent when no tokens are to be had', async () => {
    const { sender, transport } = setUpSender(() => good);
    const session = { tokens: () => Promise.reject(fail('session-ended')), refuse: () => undefined };
    expect(await reportOf(sender.send(read, 'account', target, {}, { session }))).toEqual({ code: 'session-ended' });
    expect(transport.requests).toEqual([]);
  });

  test('without a session there is nothing to try again with', async () => {
    const { sender, transport } = setUpSender(() => knownError('ACCESS_TOKEN_EXPIRED', 401));
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
    const { sender, transport } = setUpSender(() => good);
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
    const paused = setUpSender(inTurn('connection-lost', good));
    const assertAllowed = refuseAfter(1);
    expect(await reportOf(paused.sender.send(remove, 'none', target, {}, { assertAllowed }))).toEqual({ code: 'read-only-connection' });
    const stale = setUpSender(inTurn(knownError('ACCESS_TOKEN_EXPIRED', 401), good));
    const options = { session: tokenSource('old', 'new'), assertAllowed: refuseAfter(1) };
    expect(await reportOf(stale.sender.send(write, 'account', target, {}, options))).toEqual({ code: 'read-only-connection' });
    expect([paused.transport.requests.length, stale.transport.requests.length]).toEqual([1, 1]);
  });
});
