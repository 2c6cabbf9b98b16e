import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { type Listening, listen } from './listen';
import { BodyTooLarge, maxBodyBytes, readBody, readText } from './read-body';

const megabyte = new Uint8Array(1024 * 1024);

/** Creates an endless body in chunks of 1 MB. */
function endless(): { readonly stream: ReadableStream<Uint8Array>; readonly taken: () => number } {
  let taken = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken += 1;
      controller.enqueue(megabyte);
    },
  });
  return { stream, taken: () => taken };
}

const post = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  new Request('http://localhost', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

describe('reading a body', () => {
  it('returns what was sent up to the limit, announced or not', async () => {
    const full = new Uint8Array(maxBodyBytes).fill(7);
    expect((await readBody(post(full))).byteLength).toBe(maxBodyBytes);
    expect((await readBody(post(full, { 'content-length': String(maxBodyBytes) }))).byteLength).toBe(maxBodyBytes);
    expect(await readText(post('\ufeffé'))).toBe('\ufeffé');
    expect((await readBody(new Request('http://localhost', { method: 'POST' }))).byteLength).toBe(0);
  });

  it('stops one byte over the limit', async () => {
    await expect(readBody(post(new Uint8Array(maxBodyBytes + 1)))).rejects.toThrow(BodyTooLarge);
  });

  it('reads nothing of a body whose announced length is over the limit', async () => {
    const { stream, taken } = endless();
    await expect(readBody(post(stream, { 'content-length': String(maxBodyBytes + 1) }))).rejects.toThrow(BodyTooLarge);
    // The stream always buffers one chunk.
    expect(taken()).toBeLessThanOrEqual(1);
  });

  it('reads a body without a length only up to the limit', async () => {
    const { stream, taken } = endless();
    await expect(readBody(post(stream))).rejects.toThrow(BodyTooLarge);
    expect(taken()).toBeLessThanOrEqual(maxBodyBytes / megabyte.byteLength + 2);
  });
});

describe('over HTTP', () => {
  let test: TestSandbox;
  let listening: Listening;
  beforeAll(async () => {
    test = await createTestSandbox();
    listening = await listen({ host: '127.0.0.1', port: 0, serve: () => test.sandbox.fetch });
  });
  afterAll(() => listening.close());

  const announced = { 'content-length': String(2 ** 31) };
  const typed = { 'content-type': 'application/json' };

  it.each([
    ['/api/v1/auth/password/sign-in', announced, '*'],
    ['/api/v1/auth/password/sign-in', {}, '*'],
    ['/api/v1/auth/oauth/token', {}, '*'],
    ['/sandbox/clock', announced, undefined],
    ['/sandbox/clock', {}, undefined],
    ['/sandbox/idp/github/token', {}, undefined],
    ['/sandbox/idp/github/authorize', {}, undefined],
  ])('rejects an endless body to %s with %j with 413', async (path, length, origin) => {
    const before = process.memoryUsage.rss();
    const { status, headers, text } = await sendEndlessly(`${listening.url}${path}`, { ...test.headers('client'), ...typed, ...length });
    expect([status, headers['access-control-allow-origin'], headers['x-stack-known-error']]).toEqual([413, origin, undefined]);
    expect(text).toContain('The request body is larger than 8 MiB.');
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
  });

  it('handles the next request', async () => {
    expect((await fetch(`${listening.url}/health`)).status).toBe(200);
    expect(test.faults).toEqual([]);
  });
});

interface Received {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends chunks of 1 MB until the connection is closed. */
function sendEndlessly(url: string, headers: Record<string, string>): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received: Received | undefined;
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        received = { status: response.statusCode, headers: response.headers, text };
      });
    });
    const write = () => {
      while (!request.destroyed && request.write(megabyte));
    };
    request.on('drain', write);
    // The sandbox closes the connection after its response.
    request.on('error', () => undefined);
    request.on('close', () => (received ? resolve(received) : reject(new Error('The connection was closed without an answer.'))));
    write();
  });
}
