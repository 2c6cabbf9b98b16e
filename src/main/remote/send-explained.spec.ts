import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Diagnosis } from '#contract/bridge/diagnostics.ts';
import { endpoint } from '#contract/definitions.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock, settle } from '#tests/support/fake-clock.ts';
import { type Answer, createScriptedTransport, knownError, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import type { CallWatch } from './call-watch';
import { keysInHand } from './project-keys';
import { createSender, type SenderDeps, type Target, type TokenSource } from './send';

const shape = { access: 'client', response: z.object({ id: z.string() }) } as const;
const read = endpoint({
  method: 'GET',
  path: '/thing',
  actors: { account: shape, none: shape, project: { ...shape, access: 'admin' } },
});
const write = endpoint({ method: 'PATCH', path: '/thing', invalidates: [], journal: { none: 'check' }, actors: { none: shape } });
const open = endpoint({ method: 'GET', path: '/open', actors: { none: { ...shape, access: 'public' } } });
const good = response({ id: 'x' });
const target: Target = { baseUrl: 'https://x.test', projectId: 'p', keys: keysInHand({ client: 'pck_1' }) };
const diagnosis: Diagnosis = { baseUrl: 'https://x.test', online: true, proxy: null, at: 0, steps: [] };

function setUp(answer: Answer, own: Partial<SenderDeps> = {}) {
  const clock = createFakeClock({ hasteUpTo: 2 ** 31 });
  const transport = createScriptedTransport(answer);
  return { transport, clock, sender: createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1', ...own }) };
}

const failing = (code: ErrorCode) => () => {
  throw fail(code);
};
const limited = (wait: string) => response('Slow down', { status: 429, headers: { 'retry-after': wait } });

function tokenSource(...given: string[]): TokenSource & { refused: string[] } {
  let number = 0;
  const refused: string[] = [];
  return {
    refused,
    tokens: async () => ({ access: given[Math.min(number++, given.length - 1)] ?? '', refresh: null }),
    refuse: (access) => void refused.push(access),
  };
}

function watchOf() {
  const pauses: [number, number][] = [];
  const controller = new AbortController();
  const watch: CallWatch = { signal: controller.signal, pause: (...pause) => void pauses.push(pause), done: () => undefined };
  return { pauses, controller, watch };
}

describe('the owner’s token', () => {
  const owned = (owner: TokenSource): Target => ({ ...target, keys: {}, owner });

  test.each(['ADMIN_ACCESS_TOKEN_EXPIRED', 'UNPARSABLE_ADMIN_ACCESS_TOKEN', 'API_KEY_NOT_FOUND'])(
    'is renewed once after %s',
    async (code) => {
      const owner = tokenSource('old', 'new', 'newer');
      const { sender, transport } = setUp((_request, number) => (number === 1 ? knownError(code, 401) : good));
      expect(await sender.send(read, 'project', owned(owner), {})).toEqual({ id: 'x' });
      expect(owner.refused).toEqual(['old']);
      expect(transport.requests.map(({ headers }) => headers['x-stack-admin-access-token'])).toEqual(['old', 'new']);
    },
  );

  test('that is refused again is reported', async () => {
    const owner = tokenSource('old', 'new', 'newer');
    const { sender, transport } = setUp(() => knownError('API_KEY_NOT_FOUND', 401));
    expect(await reportOf(sender.send(read, 'project', owned(owner), {}))).toMatchObject({ known: 'API_KEY_NOT_FOUND' });
    expect([transport.requests.length, owner.refused]).toEqual([2, ['old']]);
  });

  test('has nothing to do with an unknown key where there is no owner, nor with an account’s token', async () => {
    const { sender, transport } = setUp(() => knownError('API_KEY_NOT_FOUND', 401));
    await reportOf(sender.send(read, 'none', target, {}));
    expect(transport.requests).toHaveLength(1);
    const [owner, session] = [tokenSource('own'), tokenSource('old', 'new')];
    const other = setUp((_request, number) => (number === 1 ? knownError('ACCESS_TOKEN_EXPIRED', 401) : good));
    await other.sender.send(read, 'account', { ...target, owner }, {}, { session });
    expect([session.refused, owner.refused]).toEqual([['old'], []]);
  });

  test('is neither read nor sent where a key proves the access: an owner who is signed out keeps nothing from working', async () => {
    const owner = { tokens: () => Promise.reject(fail('owner-signed-out')), refuse: () => undefined };
    const { sender, transport } = setUp(() => good);
    expect(await sender.send(read, 'none', { ...target, owner }, {})).toEqual({ id: 'x' });
    expect(await reportOf(sender.send(read, 'project', { ...target, owner }, {}))).toEqual({ code: 'owner-signed-out' });
    expect(transport.requests.map(({ headers }) => headers['x-stack-admin-access-token'])).toEqual([undefined]);
  });

  test('is neither asked for nor sent where an endpoint is public', async () => {
    const owner = { tokens: () => Promise.reject(fail('session-ended')), refuse: () => undefined };
    const { sender, transport } = setUp(() => good);
    await sender.send(open, 'none', { ...target, owner }, {});
    expect(transport.requests[0]?.headers).toEqual({});
  });
});

describe('a pause between tries', () => {
  test('is reported before it starts, with the next try and its duration', async () => {
    const { pauses, watch } = watchOf();
    const { sender, clock } = setUp((_request, number) => (number < 3 ? limited(String(number)) : good));
    await sender.send(write, 'none', target, {}, { watch });
    expect(pauses).toEqual([
      [2, 1_000],
      [3, 2_000],
    ]);
    expect(clock.delays).toEqual([1_000, 2_000]);
  });

  test('of more than 30 s requires a watch', async () => {
    for (const [wait, tries] of [
      ['30', 2],
      ['31', 1],
    ] as const) {
      const { sender, transport } = setUp((_request, number) => (number === 1 ? limited(wait) : good));
      await sender.send(read, 'none', target, {}).catch(() => undefined);
      expect(transport.requests).toHaveLength(tries);
    }
    const { sender, transport, clock } = setUp((_request, number) => (number === 1 ? limited('3600') : good));
    await sender.send(read, 'none', target, {}, { watch: watchOf().watch });
    expect([transport.requests.length, clock.delays]).toEqual([2, [3_600_000]]);
  });

  test('is canceled by its watch', async () => {
    const { controller, watch } = watchOf();
    const clock = createFakeClock();
    const { sender } = setUp(() => limited('60'), { clock });
    const ending = reportOf(sender.send(read, 'none', target, {}, { watch, signal: new AbortController().signal }));
    await settle();
    controller.abort();
    expect(await ending).toEqual({ code: 'cancelled' });
    expect(clock.waiting).toBe(0);
  });
});

describe('a call that is tried once', () => {
  test.each(['connection-lost', 'timed-out', 'unreachable'] as const)('fails at once, and nothing is examined: %s', async (code) => {
    const { sender, transport, clock } = setUp(failing(code), { diagnose: () => Promise.reject(new Error('not wanted')) });
    expect(await reportOf(sender.send(read, 'none', target, {}, { once: true }))).toEqual({ code });
    expect([transport.requests.length, clock.delays]).toEqual([1, []]);
  });

  test('does not wait for a pause either, but may renew a token', async () => {
    const { sender, transport } = setUp(() => limited('1'));
    expect(await reportOf(sender.send(read, 'none', target, {}, { once: true }))).toMatchObject({ code: 'rate-limited' });
    expect(transport.requests).toHaveLength(1);
    const other = setUp((_request, number) => (number === 1 ? knownError('ACCESS_TOKEN_EXPIRED', 401) : good));
    expect(await other.sender.send(read, 'account', target, {}, { session: tokenSource('a', 'b'), once: true })).toEqual({ id: 'x' });
  });
});

describe('a network failure', () => {
  test.each([
    { online: true, code: 'unreachable' },
    { online: false, code: 'offline' },
  ])('is examined after the last try, online: $online', async ({ online, code }) => {
    const asked: string[] = [];
    const diagnose = async (baseUrl: string) => {
      asked.push(baseUrl);
      return { ...diagnosis, online };
    };
    const { sender, transport } = setUp(failing('unreachable'), { diagnose });
    expect(await reportOf(sender.send(read, 'none', target, {}))).toEqual({ code, diagnosis: { ...diagnosis, online } });
    expect([transport.requests.length, asked]).toEqual([5, ['https://x.test']]);
  });

  test('is diagnosed once for concurrent failures, and again afterwards', async () => {
    let asked = 0;
    let finish = (_found: Diagnosis) => {};
    const diagnose = () => {
      asked += 1;
      return new Promise<Diagnosis>((resolve) => (finish = resolve));
    };
    const { sender } = setUp(failing('unreachable'), { diagnose });
    const calls = [1, 2, 3].map(() => reportOf(sender.send(write, 'none', target, {})));
    await settle();
    finish(diagnosis);
    await Promise.all(calls);
    expect(asked).toBe(1);
    const later = reportOf(sender.send(write, 'none', target, {}));
    await settle();
    finish(diagnosis);
    await later;
    expect(asked).toBe(2);
  });

  test('that the service answered is not examined', async () => {
    const diagnose = () => Promise.reject(new Error('not wanted'));
    for (const answer of [response('x', { status: 503 }), response('<html>'), limited('31')]) {
      const { sender } = setUp(() => answer, { diagnose });
      expect(await reportOf(sender.send(read, 'none', target, {}))).not.toHaveProperty('diagnosis');
    }
  });

  test('nor is a sandbox’s, whose end has its own code', async () => {
    const { sender } = setUp(failing('unreachable'), { diagnose: () => Promise.reject(new Error('not wanted')) });
    const stopped = new AbortController();
    expect(await reportOf(sender.send(write, 'none', { ...target, stopped: stopped.signal }, {}))).toEqual({ code: 'unreachable' });
  });

  test('stops the diagnosis when the call is canceled', async () => {
    const controller = new AbortController();
    const { sender } = setUp(failing('unreachable'), { diagnose: () => new Promise(() => undefined) });
    const ending = reportOf(sender.send(write, 'none', target, {}, { signal: controller.signal }));
    await settle();
    controller.abort();
    expect(await ending).toEqual({ code: 'cancelled' });
  });
});

test('every request carries the limits, five minutes in all', async () => {
  const { sender, transport } = setUp(() => good);
  await sender.send(read, 'none', target, {});
  expect(transport.requests[0]?.limits).toEqual({
    connect: 10_000,
    headers: 30_000,
    idle: 30_000,
    total: 300_000,
    bodyBytes: 16_777_216,
  });
});
