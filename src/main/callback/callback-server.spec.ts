import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTranslator } from '#messages/translator.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createPendingWrites } from '../runtime/pending';
import { memoryFile } from '../storage/json-file';
import type { ListenerState } from './callback-server';
import { type CallbackServerDeps, createCallbackServer } from './callback-server';
import type { PageKind } from './page-text';

const code = '0123456789abcdefghjkmnpqrstvwxyz0123456789abc';
const link = `/handler/magic-link-callback?code=${code}`;

function setUp(own: Partial<CallbackServerDeps> = {}) {
  const onLink = vi.fn(async (): Promise<PageKind> => 'link');
  const parts: CallbackServerDeps = {
    clock: createFakeClock(),
    isTrustedPeer: async () => true,
    file: memoryFile<ListenerState>(null),
    pendingWrites: createPendingWrites(),
    // Not the port of an app that may be running on this machine.
    wantedPort: () => 41_810,
    bases: () => ['/handler'],
    translator: () => createTranslator('en'),
    onLink,
    pages: [],
    ...own,
  };
  const server = createCallbackServer(parts);
  onTestFinished(() => server.close());
  return { server, parts, onLink };
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function ask(origin: string, path: string, { method = 'GET', headers = {}, host = '127.0.0.1' } = {}): Promise<Answer> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const asking = httpRequest({ host, port, path, method, headers: { host: `localhost:${port}`, ...headers } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString() }),
      );
    });
    asking.on('error', reject);
    asking.end();
  });
}

async function occupied(port: number, host = '127.0.0.1'): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  onTestFinished(() => void server.close());
  return server;
}

describe('the callback server', () => {
  test('responds to a link with a protected page, and passes the link on', async () => {
    const { server, onLink } = setUp();
    const origin = await server.listenFor(1_000);
    for (const host of ['127.0.0.1', '::1']) {
      const { status, headers, text } = await ask(origin, link, { host });
      expect([status, text.includes('<h1>Return to Latchkey</h1>'), text.includes('lang="en"')]).toEqual([200, true, true]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect([text.includes(code), /<script|onload|style=/.test(text)]).toEqual([false, false]);
    }
    expect(onLink).toHaveBeenCalledTimes(2);
    expect((await ask(origin, '/latchkey/page.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  test('passes on only valid links', async () => {
    const { server, onLink } = setUp();
    const origin = await server.listenFor(1_000);
    const answers = [
      await ask(origin, link, { headers: { host: 'evil.example' } }),
      await ask(origin, link, { headers: { 'sec-fetch-mode': 'no-cors' } }),
      await ask(origin, link, { method: 'DELETE' }),
      await ask(origin, `${link}&x=${'x'.repeat(9_000)}`),
      await ask(origin, '/handler/elsewhere'),
      await ask(origin, '/latchkey/elsewhere'),
      await ask(origin, link.slice(0, -1)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 405, 414, 404, 404, 400]);
    // A user may open a page of this machine again after it has ended.
    expect(answers[5]?.text).toContain('Page not found');
    expect(onLink).not.toHaveBeenCalled();
  });

  test('tries each kind of internal page, with the path below /latchkey/ and its own origin', async () => {
    const asked: unknown[] = [];
    const kind = (name: string) => ({
      async answer(_request: unknown, path: string, origin: string) {
        asked.push([name, path, origin]);
        return path === `${name}/1` ? { status: 200, headers: {}, body: name } : null;
      },
    });
    const { server } = setUp({ pages: [kind('one'), kind('other')] });
    const origin = await server.listenFor(1_000);
    const answers = [
      await ask(origin, '/latchkey/one/1?x=1'),
      await ask(origin, '/latchkey/other/1'),
      await ask(origin, '/latchkey/third/1'),
    ];
    expect(answers.map(({ status, text }) => [status, text.slice(0, 5)])).toEqual([
      [200, 'one'],
      [200, 'other'],
      [404, '<!doc'],
    ]);
    expect(asked).toEqual([
      ['one', 'one/1', origin],
      ['one', 'other/1', origin],
      ['other', 'other/1', origin],
      ['one', 'third/1', origin],
      ['other', 'third/1', origin],
    ]);
  });

  test('closes a request with endless headers, and serves others in the meantime', async () => {
    const { server, onLink } = setUp();
    const origin = await server.listenFor(1_000);
    const slow = connect(Number(new URL(origin).port), '127.0.0.1');
    onTestFinished(() => void slow.destroy());
    slow.on('error', () => undefined);
    slow.write('GET /handler/sign-in HTTP/1.1\r\nhost: localhost\r\n');
    const closed = new Promise((resolve) => slow.once('close', resolve));
    slow.write(`x: ${'x'.repeat(20_000)}\r\n`);
    await closed;
    expect((await ask(origin, link)).status).toBe(200);
    expect(onLink).toHaveBeenCalledOnce();
  });

  test.each([
    '',
    'GET /handler/sign-in HTTP/1.1\r\nhost: localhost\r\n',
    'POST /latchkey/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n',
  ])('serves every callback beside 40 sockets that stop after %j', async (text) => {
    const { server, onLink } = setUp();
    const origin = await server.listenFor(1_000);
    const sockets = Array.from({ length: 40 }, () => connect(Number(new URL(origin).port), '127.0.0.1'));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all(
      sockets.map((socket) => {
        socket.on('error', () => undefined);
        return new Promise<void>((resolve) => socket.once('connect', () => socket.write(text, () => resolve())));
      }),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(origin, link)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(onLink).toHaveBeenCalledTimes(20);
  });

  test('serves only trusted peers, on both addresses, and passes on nothing from others', async () => {
    let isTrusted = false;
    const { server, onLink } = setUp({ isTrustedPeer: async () => isTrusted });
    const origin = await server.listenFor(1_000);
    for (const host of ['127.0.0.1', '::1']) {
      const { status, headers, text } = await ask(origin, link, { host });
      expect([status, headers['cache-control'], text.includes('--allow-other-users')]).toEqual([403, 'no-store', true]);
    }
    expect(onLink).not.toHaveBeenCalled();
    isTrusted = true;
    expect((await ask(origin, link)).status).toBe(200);
  });

  test.each(['127.0.0.1', '::1'])('uses the next port when another program uses the first one on %s', async (host) => {
    const taken = await occupied(0, host);
    const { port } = taken.address() as AddressInfo;
    const { server } = setUp({ wantedPort: () => port });
    const own = Number(new URL(await server.listenFor(1_000)).port);
    expect(own).not.toBe(port);
    expect((await ask(`http://localhost:${own}`, link)).status).toBe(200);
  });

  test('listens only when a callback is expected, and once for all', async () => {
    const { server, parts } = setUp();
    await server.load();
    const [one, other] = await Promise.all([server.listenFor(1_000), server.listenFor(5_000)]);
    expect(one).toBe(other);
    const port = Number(new URL(one).port);
    expect(await parts.file.read()).toEqual({ port, until: parts.clock.now() + 5_000 });
  });

  test('listens on its former port after a restart while a callback is expected', async () => {
    const clock = createFakeClock();
    const file = memoryFile<ListenerState>(null);
    const first = setUp({ clock, file });
    const origin = await first.server.listenFor(60_000);
    await first.server.close();
    const again = setUp({ clock, file, wantedPort: () => 42_810 });
    await again.server.load();
    expect((await ask(origin, link)).status).toBe(200);
    await again.server.close();
    await clock.advance(60_001);
    await setUp({ clock, file }).server.load();
    await expect(ask(origin, link)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('doesn’t listen again once it is closed', async () => {
    const { server } = setUp();
    await server.listenFor(1_000);
    await server.close();
    expect(await reportOf(server.listenFor(1_000))).toEqual({ code: 'cancelled' });
  });

  test('keeps working when its file can’t be written or a link’s handler fails', async () => {
    const file = { ...memoryFile<ListenerState>(null), update: () => Promise.reject(new Error('full')) };
    const { server } = setUp({ file, onLink: () => Promise.reject(new Error(code)) });
    const { status, text } = await ask(await server.listenFor(1_000), link);
    expect([status, text]).toEqual([500, '']);
  });
});
