import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AppError } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import type { TransportRequest } from '../ports/ports';
import {
  bareCause,
  createBody,
  createLoopbackTransport,
  firstCode,
  flatten,
  isEncoded,
  startRequest,
  tooManyBytes,
} from './shared-transport';

describe('a body', () => {
  test('is all its parts', () => {
    const body = createBody(6);
    for (const part of ['ab', '', 'cdef']) body.add(Buffer.from(part));
    expect(Buffer.from(body.whole()).toString()).toBe('abcdef');
    expect(createBody(0).whole()).toHaveLength(0);
  });

  test('fails at the first byte too many', () => {
    const body = createBody(3);
    body.add(Buffer.from('abc'));
    expect(() => body.add(Buffer.from('d'))).toThrow(tooManyBytes(3));
  });
});

describe('a silence', () => {
  const start = () => {
    const clock = createFakeClock();
    const end: string[] = [];
    const ends = { resolve: () => end.push('done'), reject: ({ code }: AppError) => end.push(code), abort: () => end.push('aborted') };
    return { clock, end, active: startRequest({ limits: { ...limits, total: 100_000 } }, clock, ends) };
  };

  test('is measured from the last sign of life, without a timer for each', async () => {
    const { clock, end, active } = start();
    active.expectWithin(1000);
    for (let part = 0; part < 50; part += 1) {
      await clock.advance(100);
      active.expectWithin(1000);
    }
    expect(clock.delays.length).toBeLessThan(10);
    await clock.advance(999);
    expect(end).toEqual([]);
    await clock.advance(1);
    expect([end, clock.waiting]).toEqual([['timed-out', 'aborted'], 0]);
  });

  test('ends earlier when less is allowed, and later when more is', async () => {
    const shorter = start();
    shorter.active.expectWithin(1000);
    shorter.active.expectWithin(10);
    await shorter.clock.advance(10);
    expect(shorter.end).toEqual(['timed-out', 'aborted']);
    const longer = start();
    longer.active.expectWithin(10);
    longer.active.expectWithin(1000);
    await longer.clock.advance(999);
    expect(longer.end).toEqual([]);
    await longer.clock.advance(1);
    expect(longer.end).toEqual(['timed-out', 'aborted']);
  });

  test('is no longer measured after the end', async () => {
    const { clock, end, active } = start();
    active.expectWithin(10);
    active.done(response({}));
    active.expectWithin(10);
    await clock.advance(200_000);
    expect([end, clock.waiting]).toEqual([['done'], 0]);
  });
});

test.each([
  { encoding: 'gzip', packed: true },
  { encoding: ' BR ', packed: true },
  { encoding: 'identity', packed: false },
  { encoding: ' Identity', packed: false },
  { encoding: '', packed: false },
])('content-encoding "$encoding": packed $packed', ({ encoding, packed }) => {
  expect(isEncoded({ 'content-encoding': encoding })).toBe(packed);
  expect(isEncoded({})).toBe(false);
});

test('headers: names in lower case, the last of several, nothing for none', () => {
  const received = { 'X-A': 'one', 'x-b': ['first', 'last'], 'x-c': [], 'x-d': undefined, ['__proto__']: 'x' };
  expect(flatten(received)).toEqual({ 'x-a': 'one', 'x-b': 'last' });
  expect(Object.getPrototypeOf(flatten(received))).toBe(Object.prototype);
});

describe('a cause', () => {
  test('keeps its code and sentence, and nothing else', () => {
    const thrown = Object.assign(new Error('Response does not match'), { code: 'HPE_INVALID', data: 'eyJtoken', socket: { sent: 'ssk_' } });
    const bare = bareCause(thrown);
    expect(bare).toMatchObject({ message: 'Response does not match', code: 'HPE_INVALID' });
    expect(inspect(bare, { depth: 10 })).not.toMatch(/eyJ|ssk_/);
  });

  test('is that of the first of several', () => {
    const inner = Object.assign(new Error('connect ECONNREFUSED ::1:80'), { code: 'ECONNREFUSED' });
    expect(bareCause(new AggregateError([inner]))).toMatchObject({ message: 'connect ECONNREFUSED ::1:80', code: 'ECONNREFUSED' });
    expect(firstCode(new Error('x', { cause: inner }))).toBe('ECONNREFUSED');
  });

  test.each([undefined, null, 'text', 7, {}])('of a %s is an error all the same', (thrown) => {
    expect(bareCause(thrown)).toBeInstanceOf(Error);
    expect(firstCode(thrown)).toBe('');
  });
});

const limits = { connect: 1, headers: 1, idle: 1, total: 1, bodyBytes: 1 };
const request = (url: string): TransportRequest => ({ method: 'GET', url, headers: {}, limits });

function setUp() {
  const inner = createScriptedTransport(() => response({}));
  return { inner, transport: createLoopbackTransport(inner) };
}

test.each(['http://localhost:8102/api', 'http://127.0.0.1:1/', 'http://127.9.9.9/', 'http://[::1]:80/', 'http://app.localhost/'])(
  '%s is sent',
  async (url) => {
    const { inner, transport } = setUp();
    expect((await transport.send(request(url))).status).toBe(200);
    expect(inner.requests.map((sent) => sent.url)).toEqual([url]);
  },
);

test.each([
  'https://api.stack-auth.com/',
  'http://10.0.0.1/',
  'http://localhost.example/',
  'http://127.0.0.1.example/',
  'http://[::2]/',
  'x',
])('%s is refused without being sent', async (url) => {
  const { inner, transport } = setUp();
  expect(await reportOf(transport.send(request(url)))).toEqual({ code: 'offline' });
  expect(inner.requests).toEqual([]);
});
