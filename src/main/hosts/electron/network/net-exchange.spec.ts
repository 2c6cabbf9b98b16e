import { EventEmitter } from 'node:events';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { errorOf, reportOf } from '#tests/support/main/test-ports.ts';
import type { TransportLimits } from '../../../ports/ports';
import { codeOf, exchange, type NetRequest, type NetResponse } from './net-exchange';

const limits: TransportLimits = { connect: 10, headers: 1_000, idle: 500, total: 5_000, bodyBytes: 10 };

class FakeResponse extends EventEmitter implements NetResponse {
  constructor(
    readonly statusCode = 200,
    readonly headers: Record<string, string | string[]> = {},
  ) {
    super();
  }
}

/** Behaves like Electron: an abort is reported later, and on the request alone. */
class FakeRequest extends EventEmitter implements NetRequest {
  ended: (string | undefined)[] = [];
  aborts = 0;
  response: FakeResponse | null = null;

  end(body?: string) {
    this.ended.push(body);
    return this;
  }

  abort() {
    this.aborts += 1;
    process.nextTick(() => this.emit('abort'));
  }

  answer(status = 200, headers: Record<string, string | string[]> = {}): FakeResponse {
    this.response = new FakeResponse(status, headers);
    this.emit('response', this.response);
    return this.response;
  }
}

function setUp(given: Pick<Parameters<typeof exchange>[1], 'body' | 'signal' | 'proxySignIn'> = {}) {
  const [request, clock] = [new FakeRequest(), createFakeClock()];
  return { request, clock, answering: exchange(request, { limits, ...given }, clock) };
}

describe('an answer', () => {
  test('is its status, headers and the whole body, and leaves no timer', async () => {
    const { request, clock, answering } = setUp({ body: '{"a":1}' });
    const response = request.answer(201, { 'Content-Type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
    for (const part of ['{"b"', ':2}']) response.emit('data', Buffer.from(part));
    response.emit('end');
    const { status, headers, bytes } = await answering;
    expect([request.ended, status, headers, Buffer.from(bytes).toString()]).toEqual([
      ['{"a":1}'],
      201,
      { 'content-type': 'application/json', 'set-cookie': 'b=2' },
      '{"b":2}',
    ]);
    expect([clock.waiting, request.aborts]).toEqual([0, 0]);
  });

  test('may be empty', async () => {
    const { request, answering } = setUp();
    request.answer(204).emit('end');
    expect(await answering).toEqual({ status: 204, headers: {}, bytes: Buffer.alloc(0) });
    expect(request.ended).toEqual([undefined]);
  });

  test.each([301, 302, 303, 307, 308])('is a redirect itself, which is not followed: %i', async (status) => {
    const { request, clock, answering } = setUp();
    request.emit('redirect', status, 'GET', 'https://elsewhere.test/', { Location: ['https://elsewhere.test/'] });
    request.emit('error', new Error('Redirect was cancelled'));
    expect(await answering).toEqual({ status, headers: { location: 'https://elsewhere.test/' }, bytes: new Uint8Array() });
    expect([clock.waiting, 'followRedirect' in request]).toEqual([0, false]);
  });

  test('that would have to be unpacked is not read', async () => {
    const { request, answering } = setUp();
    const response = request.answer(200, { 'content-encoding': 'br' });
    response.emit('data', Buffer.alloc(1_000));
    expect(await answering).toEqual({ status: 200, headers: { 'content-encoding': 'br' }, bytes: new Uint8Array() });
    expect(request.aborts).toBe(1);
  });

  test('of exactly the size that is allowed is fine; one byte more is refused, and the rest is not read', async () => {
    const fits = setUp();
    fits.request.answer().emit('data', Buffer.alloc(10));
    fits.request.response?.emit('end');
    expect((await fits.answering).bytes).toHaveLength(10);
    const large = setUp();
    const response = large.request.answer();
    for (let part = 0; part < 3; part += 1) response.emit('data', Buffer.alloc(6));
    expect(await reportOf(large.answering)).toEqual({ code: 'response-too-large', details: { limit: 'bytes', max: 10 } });
    expect([large.request.aborts, large.clock.waiting]).toEqual([1, 0]);
  });
});

describe('a limit', () => {
  test('headers that do not come', async () => {
    const { request, clock, answering } = setUp();
    const failing = reportOf(answering);
    await clock.advance(999);
    expect(request.aborts).toBe(0);
    await clock.advance(1);
    expect(await failing).toEqual({ code: 'timed-out' });
    expect([request.aborts, clock.waiting]).toEqual([1, 0]);
  });

  test('a body that stops', async () => {
    const { request, clock, answering } = setUp();
    const failing = reportOf(answering);
    await clock.advance(900);
    request.answer().emit('data', Buffer.alloc(1));
    await clock.advance(499);
    request.response?.emit('data', Buffer.alloc(1));
    await clock.advance(499);
    expect(request.aborts).toBe(0);
    await clock.advance(1);
    expect(await failing).toEqual({ code: 'timed-out' });
  });

  test('a body that is slow indefinitely', async () => {
    const { request, clock, answering } = setUp();
    const failing = reportOf(answering);
    const response = request.answer();
    for (let part = 0; part < 12; part += 1) {
      await clock.advance(400);
      response.emit('data', Buffer.alloc(0));
    }
    expect(request.aborts).toBe(0);
    await clock.advance(200);
    expect(await failing).toEqual({ code: 'timed-out' });
    expect([request.aborts, clock.waiting]).toEqual([1, 0]);
  });
});

describe('a canceled call', () => {
  test('is not sent when that was so before', async () => {
    const { request, answering } = setUp({ signal: AbortSignal.abort() });
    expect(await reportOf(answering)).toEqual({ code: 'cancelled' });
    expect([request.ended, request.aborts]).toEqual([[], 0]);
  });

  test.each(['before the answer', 'within it'])('ends %s', async (when) => {
    const controller = new AbortController();
    const { request, clock, answering } = setUp({ signal: controller.signal });
    if (when === 'within it') request.answer().emit('data', Buffer.alloc(1));
    controller.abort();
    expect(await reportOf(answering)).toEqual({ code: 'cancelled' });
    expect([request.aborts, clock.waiting]).toEqual([1, 0]);
  });

  test('ignores it after the call has ended', async () => {
    const controller = new AbortController();
    const { request, answering } = setUp({ signal: controller.signal });
    request.answer().emit('end');
    await answering;
    controller.abort();
    expect(request.aborts).toBe(0);
  });
});

describe('a sign-in', () => {
  test('at a proxy ends the request, without a user name or password', async () => {
    const { request, clock, answering } = setUp();
    const answers: unknown[][] = [];
    request.emit('login', { isProxy: true }, (...args: unknown[]) => answers.push(args));
    expect(await reportOf(answering)).toEqual({ code: 'proxy-sign-in' });
    expect([answers, request.aborts, clock.waiting]).toEqual([[], 1, 0]);
  });

  test('at a proxy is answered once with what is stored', async () => {
    const { request, answering } = setUp({ proxySignIn: async () => ({ username: 'ada', password: 'hush' }) });
    const answers: unknown[][] = [];
    const ask = () => request.emit('login', { isProxy: true }, (...args: unknown[]) => answers.push(args));
    ask();
    await expect.poll(() => answers).toEqual([['ada', 'hush']]);
    ask();
    expect(await reportOf(answering)).toEqual({ code: 'proxy-sign-in' });
    expect([answers.length, request.aborts]).toEqual([1, 1]);
  });

  test('at a proxy ends the request if the keychain can’t be read', async () => {
    const { request, answering } = setUp({ proxySignIn: () => Promise.reject(fail('keychain-locked')) });
    request.emit('login', { isProxy: true }, () => undefined);
    expect(await reportOf(answering)).toEqual({ code: 'keychain-locked' });
  });

  test('at a server is declined, and its response read', async () => {
    const { request, answering } = setUp();
    const answers: unknown[][] = [];
    request.emit('login', { isProxy: false }, (...args: unknown[]) => answers.push(args));
    request.answer(401).emit('end');
    expect([(await answering).status, answers]).toEqual([401, [[]]]);
  });
});

describe('a failure', () => {
  test.each<[string, ErrorCode]>([
    ['net::ERR_NAME_NOT_RESOLVED', 'name-not-found'],
    ['net::ERR_NAME_RESOLUTION_FAILED', 'name-not-found'],
    ['net::ERR_DNS_TIMED_OUT', 'name-not-found'],
    ['net::ERR_CONNECTION_REFUSED', 'unreachable'],
    ['net::ERR_ADDRESS_UNREACHABLE', 'unreachable'],
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy-unreachable'],
    ['net::ERR_PROXY_CERTIFICATE_INVALID', 'proxy-unreachable'],
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-sign-in'],
    ['net::ERR_NO_SUPPORTED_PROXIES', 'proxy-unreachable'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy-refused'],
    ['net::ERR_SOCKS_CONNECTION_FAILED', 'proxy-unreachable'],
    ['net::ERR_NETWORK_ACCESS_DENIED', 'unreachable'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'tls-untrusted'],
    ['net::ERR_CERT_REVOKED', 'tls-untrusted'],
    ['net::ERR_CERT_DATE_INVALID', 'tls-expired'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'tls-wrong-host'],
    ['net::ERR_CERTIFICATE_TRANSPARENCY_REQUIRED', 'tls-untrusted'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'tls-refused'],
    ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', 'tls-refused'],
    ['net::ERR_TIMED_OUT', 'timed-out'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timed-out'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
    ['net::ERR_CONNECTION_RESET', 'connection-lost'],
    ['net::ERR_CONNECTION_CLOSED', 'connection-lost'],
    ['net::ERR_EMPTY_RESPONSE', 'connection-lost'],
    ['net::ERR_CONTENT_LENGTH_MISMATCH', 'connection-lost'],
    ['net::ERR_INCOMPLETE_CHUNKED_ENCODING', 'connection-lost'],
    ['net::ERR_NETWORK_CHANGED', 'connection-lost'],
    ['net::ERR_INVALID_HTTP_RESPONSE', 'connection-lost'],
    ['net::ERR_RESPONSE_HEADERS_TOO_BIG', 'connection-lost'],
    ['net::ERR_INVALID_ARGUMENT', 'bad-input'],
    ['net::ERR_INVALID_URL', 'bad-input'],
    ['something else', 'connection-lost'],
    ['', 'connection-lost'],
  ])('%s is %s', (message, code) => {
    expect(codeOf(new Error(message))).toBe(code);
  });

  test('before the answer', async () => {
    const { request, clock, answering } = setUp();
    request.emit('error', new Error('net::ERR_CONNECTION_REFUSED'));
    expect(await reportOf(answering)).toEqual({ code: 'unreachable' });
    expect(clock.waiting).toBe(0);
  });

  test('is reported once when it occurs twice within the response', async () => {
    const { request, answering } = setUp();
    const error = Object.assign(new Error('net::ERR_CONNECTION_RESET'), { request: { headers: { k: 'ssk_secret' } } });
    request.answer().emit('data', Buffer.alloc(1));
    request.response?.emit('error', error);
    request.emit('error', error);
    request.response?.emit('end');
    const thrown = await errorOf(answering);
    expect(thrown).toMatchObject(fail('connection-lost'));
    expect(inspect(thrown, { depth: 10 })).toContain('net::ERR_CONNECTION_RESET');
    expect(inspect(thrown, { depth: 10 })).not.toContain('ssk_secret');
  });

  test('an abort by the session', async () => {
    const { request, answering } = setUp();
    request.answer();
    request.emit('abort');
    expect(await reportOf(answering)).toEqual({ code: 'connection-lost' });
  });
});
