import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AppError } from '#contract/errors.ts';
import { errorOf, reportOf } from '#tests/support/main/test-ports.ts';
import { type Script, startStubService, unknownHost, unusedPort } from '#tests/support/service/stub-service.ts';
import type { Transport, TransportLimits } from '../ports/ports';
import { createUndiciTransport } from './undici-transport';

const limits: TransportLimits = { connect: 2_000, headers: 5_000, idle: 5_000, total: 600_000, bodyBytes: 1_000_000 };

function transportOf(): Transport {
  const transport = createUndiciTransport();
  onTestFinished(() => transport.close());
  return transport;
}

async function ask(script: Script, own: { limits?: Partial<TransportLimits>; path?: string; signal?: AbortSignal } = {}) {
  const service = await startStubService(script);
  const answering = transportOf().send({
    method: 'GET',
    url: `${service.url}${own.path ?? '/x'}`,
    headers: {},
    limits: { ...limits, ...own.limits },
    signal: own.signal,
  });
  return { service, answering };
}

/** A server that speaks no HTTP: it does with each connection what the test says. */
async function tcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('what arrives', () => {
  test('is what was sent, and no header besides those that HTTP needs', async () => {
    const service = await startStubService(() => ({ body: { fine: true } }));
    const answer = await transportOf().send({
      method: 'POST',
      url: `${service.url}/api/v1/x?a=1&b=%2F`,
      headers: { 'x-stack-project-id': 'p', 'content-type': 'application/json' },
      body: '{"ü":1}',
      limits,
    });
    expect(service.requests).toMatchObject([{ method: 'POST', target: '/api/v1/x?a=1&b=%2F', body: '{"ü":1}' }]);
    const names = Object.keys(service.requests[0]?.headers ?? {});
    expect(names.sort()).toEqual(['connection', 'content-length', 'content-type', 'host', 'x-stack-project-id']);
    expect([answer.status, Buffer.from(answer.bytes).toString()]).toEqual([200, '{"fine":true}']);
  });

  test.each([200, 201, 204, 304, 400, 404, 500, 503])('a %i is an answer', async (status) => {
    const { answering } = await ask(() => ({ status }));
    const answer = await answering;
    expect([answer.status, answer.bytes.length]).toEqual([status, 0]);
  });

  test('headers are in lower case, the last of a repeated one', async () => {
    const { answering } = await ask(() => ({ headers: { 'X-Upper': 'A', 'set-cookie': ['a=1', 'b=2'] } }));
    expect((await answering).headers).toMatchObject({ 'x-upper': 'A', 'set-cookie': 'b=2' });
  });

  test('a body in many parts is whole', async () => {
    const { answering } = await ask((_request, response) => {
      for (let part = 0; part < 200; part += 1) response.write('x'.repeat(1000));
      response.end();
      return undefined;
    });
    expect((await answering).bytes).toHaveLength(200_000);
  });

  test('cookies do not come back', async () => {
    const service = await startStubService(() => ({ headers: { 'set-cookie': 'session=1; Path=/' } }));
    const transport = transportOf();
    for (let number = 0; number < 2; number += 1) await transport.send({ method: 'GET', url: service.url, headers: {}, limits });
    expect(service.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});

test.each([301, 302, 303, 307, 308])('a %i is not followed', async (status) => {
  const elsewhere = await startStubService(() => ({}));
  const { answering, service } = await ask(() => ({ status, headers: { location: `${elsewhere.url}/stolen` } }));
  expect((await answering).status).toBe(status);
  expect([service.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
});

describe('a size that is not allowed', () => {
  test('is noticed while it arrives, and the rest is not read', async () => {
    let written = 0;
    let closed = () => {};
    const over = new Promise<void>((resolve) => (closed = resolve));
    const { answering } = await ask((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on('drain', more);
      response.on('close', () => closed());
      more();
      return undefined;
    });
    expect(await reportOf(answering)).toEqual({ code: 'response-too-large', details: { limit: 'bytes', max: 1_000_000 } });
    await over;
    expect(written).toBeLessThan(100_000_000);
  });

  test.each(['gzip', 'br', 'GZIP, gzip'])('is neither decompressed nor read if %s wasn’t requested', async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const { answering, service } = await ask((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
      return undefined;
    });
    const answer = await answering;
    expect([answer.status, answer.headers['content-encoding'], answer.bytes.length]).toEqual([200, encoding, 0]);
    expect(service.requests[0]?.headers['accept-encoding']).toBeUndefined();
  });

  test('exactly as much as is allowed is fine', async () => {
    const { answering } = await ask(() => ({ body: 'x'.repeat(1000) }), { limits: { bodyBytes: 1000 } });
    expect((await answering).bytes).toHaveLength(1000);
    const { answering: more } = await ask(() => ({ body: 'x'.repeat(1001) }), { limits: { bodyBytes: 1000 } });
    expect(await reportOf(more)).toEqual({ code: 'response-too-large', details: { limit: 'bytes', max: 1000 } });
  });
});

describe('a failure has its own code', () => {
  const send = (url: string) => reportOf(transportOf().send({ method: 'GET', url, headers: {}, limits }));

  test('unreachable: no server listens', async () => {
    expect(await send(`http://127.0.0.1:${await unusedPort()}`)).toEqual({ code: 'unreachable' });
    expect(await send(`http://localhost:${await unusedPort()}`)).toEqual({ code: 'unreachable' });
  });

  test('name-not-found: no such name', async () => {
    expect(await send(`http://${unknownHost}`)).toEqual({ code: 'name-not-found' });
  });

  test('tls-refused: the other end speaks no TLS', async () => {
    const service = await startStubService(() => ({}));
    expect(await send(service.url.replace('http', 'https'))).toEqual({ code: 'tls-refused' });
  });

  test.each([
    { what: 'closed at once', act: (socket: Socket) => socket.destroy() },
    { what: 'reset', act: (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()) },
    {
      what: 'closed in the middle of the head',
      act: (socket: Socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-')),
    },
    {
      what: 'closed in the middle of the body',
      act: (socket: Socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    },
    { what: 'not HTTP', act: (socket: Socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')) },
    {
      what: 'a head without end',
      act: (socket: Socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)),
    },
  ])('connection-lost: $what', async ({ act }) => {
    expect(await send(`http://${await tcpServer(act)}`)).toEqual({ code: 'connection-lost' });
  });

  test('timed-out: no answer, or an answer that stops', async () => {
    const { answering: silent } = await ask(() => undefined, { limits: { headers: 200 } });
    const { answering: stalled } = await ask(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('half');
        return undefined;
      },
      { limits: { idle: 200 } },
    );
    expect(await Promise.all([reportOf(silent), reportOf(stalled)])).toEqual([{ code: 'timed-out' }, { code: 'timed-out' }]);
  });

  test('timed-out: a slow response, and a request that stays queued', async () => {
    const drip = (_request: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
      return undefined;
    };
    const { answering } = await ask(drip, { limits: { total: 200 } });
    expect(await reportOf(answering)).toEqual({ code: 'timed-out' });
    const service = await startStubService(() => undefined);
    const transport = transportOf();
    const sendWithin = (total: number) =>
      reportOf(transport.send({ method: 'GET', url: service.url, headers: {}, limits: { ...limits, total } }));
    // The ones without a turn end first, so that none gets the place of one that ended.
    const calls = [...Array.from({ length: 32 }, () => sendWithin(3_000)), ...Array.from({ length: 8 }, () => sendWithin(1_000))];
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ code: 'timed-out' })));
    service.script = () => ({ body: 'fine' });
    await transport.send({ method: 'GET', url: service.url, headers: {}, limits });
    expect(service.requests).toHaveLength(33);
  });

  test('bad-input: a key that does not fit in a header', async () => {
    const headers = { 'x-stack-secret-server-key': 'ssk_\nsecret' };
    const thrown = await errorOf(transportOf().send({ method: 'GET', url: 'http://127.0.0.1:9', headers, limits }));
    expect((thrown as AppError).report).toEqual({ code: 'bad-input' });
    expect(inspect(thrown, { depth: 10 })).not.toContain('secret\n');
    expect(inspect(thrown, { depth: 10 })).not.toContain('ssk_');
  });

  test('an informational answer is none', async () => {
    const { answering } = await ask((_request, response) => {
      response.writeEarlyHints({ link: '</x>; rel=preload' });
      return { status: 201, body: 'x' };
    });
    expect((await answering).status).toBe(201);
  });

  test('cancelled: before, while asking, while reading', async () => {
    const before = await ask(() => ({}), { signal: AbortSignal.abort() });
    expect(await reportOf(before.answering)).toEqual({ code: 'cancelled' });
    expect(before.service.requests).toEqual([]);

    const controller = new AbortController();
    const asking = await ask(
      () => {
        controller.abort();
        return undefined;
      },
      { signal: controller.signal },
    );
    expect(await reportOf(asking.answering)).toEqual({ code: 'cancelled' });

    const reader = new AbortController();
    const reading = await ask(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('half', () => setImmediate(() => reader.abort()));
        return undefined;
      },
      { signal: reader.signal },
    );
    expect(await reportOf(reading.answering)).toEqual({ code: 'cancelled' });
  });

  test('an error carries its cause, and its report does not', async () => {
    const service = await startStubService(() => ({}));
    await service.close();
    const thrown = await transportOf()
      .send({ method: 'GET', url: service.url, headers: { 'x-stack-secret-server-key': 'ssk_secret' }, limits })
      .catch((error: unknown) => error);
    expect(thrown).toHaveProperty('cause');
    expect(JSON.stringify((thrown as { report: unknown }).report)).not.toContain('ssk_secret');
  });
});

test('opens at most 32 connections to a service, and completes all calls', async () => {
  let most = 0;
  const service = await startStubService((_request, response) => {
    most = Math.max(most, service.sockets.size);
    setImmediate(() => response.end('{}'));
    return undefined;
  });
  const transport = transportOf();
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => transport.send({ method: 'GET', url: service.url, headers: {}, limits })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
  expect(most).toBeLessThanOrEqual(32);
});

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a write isn’t lost on a connection that the service has closed in the meantime (%s)',
  async (close) => {
    const service = await startStubService(() => ({ body: 'ok' }));
    const transport = transportOf();
    const send = (method: string) => transport.send({ method, url: `${service.url}/x`, headers: {}, limits });
    // What is read before the write depends on the phase of the event loop.
    for (const turn of [setImmediate, setTimeout, setTimeout, setTimeout, setTimeout, setTimeout, setTimeout]) {
      await send('GET');
      await new Promise((resolve) => turn(resolve));
      for (const socket of service.sockets) socket[close]();
      expect(await send('PATCH')).toMatchObject({ status: 200 });
    }
  },
);

test('closing rejects pending requests', async () => {
  const transport = createUndiciTransport();
  let asked = () => {};
  const arrived = new Promise<void>((resolve) => (asked = resolve));
  const service = await startStubService(() => {
    asked();
    return undefined;
  });
  const failing = reportOf(transport.send({ method: 'GET', url: service.url, headers: {}, limits }));
  await arrived;
  await transport.close();
  expect(await failing).toMatchObject({ code: expect.stringMatching(/connection-lost|cancelled/) });
});
