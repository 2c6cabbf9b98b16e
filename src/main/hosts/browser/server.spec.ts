import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock, settle, until } from '../../../../tests/support/fake-clock';
import { openPageSocket } from '../../../../tests/support/page-socket';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { seededRandom } from '../../../../tests/support/test-ports';
import { defaultSettings } from '../../../contract/default-settings';
import type { Push } from '../../../contract/kit';
import type { App } from '../../app';
import { createGoLinks } from '../../loopback/go-links';
import type { PeerCheck } from '../../ports';
import { helloLimits } from './hello-guard';
import { createPageTokens } from './page-tokens';
import { type ServerDeps, startServer } from './server';
import { closeCodes } from './socket';

async function setUp(
  dispatch: App['dispatch'] = async (name, input) => ({ ok: true, value: { name, input } }),
  isTrustedPeer: PeerCheck = async () => true,
) {
  const folder = join(await temporaryFolder(), 'renderer');
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), '<title>Latchkey</title>');
  const listeners = new Set<(push: Push) => void>();
  const calls: { name: unknown; input: unknown; windowId: string }[] = [];
  const closedWindows: string[] = [];
  const app: App = {
    dispatch: (name, input, caller) => {
      calls.push({ name, input, ...caller });
      return dispatch(name, input, caller);
    },
    onPush(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settings: () => defaultSettings,
    connections: () => [],
    command: () => undefined,
    openLink: () => undefined,
    log: () => undefined,
    windowClosed: ({ windowId }) => void closedWindows.push(windowId),
    close: async () => undefined,
  };
  const time = { now: 0 };
  const clock = createFakeClock();
  const tokens = createPageTokens(seededRandom(), () => time.now);
  const random = seededRandom();
  const goLinks = createGoLinks(() => Buffer.from(random(16)).toString('hex'), clock);
  const parts: ServerDeps = { app, tokens, goLinks, clock, isTrustedPeer, page: { folder, nonce: 'n' } };
  const server = await startServer(parts, 0);
  onTestFinished(() => server.close());
  const push = (value: Push) => {
    for (const listener of listeners) listener(value);
  };
  const token = () => server.newAddress().split('#')[1] ?? '';
  /** An authenticated tab. */
  const tab = async (hello: unknown = { token: token() }) => {
    const socket = await openPageSocket({ port: server.port });
    socket.send(hello);
    const welcome = await socket.next();
    return { ...socket, welcome, session: (welcome as { session: string }).session };
  };
  return { server, port: server.port, parts, tokens, token, tab, push, calls, closedWindows, listeners, time, clock };
}

function ask(port: number, own: RequestOptions = {}): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(
      { host: '127.0.0.1', port, path: '/', setHost: false, headers: { host: `localhost:${port}` }, ...own },
      (response) => {
        let body = '';
        response.on('data', (part) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}

describe('the page', () => {
  test('is served to its own names, with the policy that lets it reach the bridge and nothing else', async () => {
    const { port } = await setUp();
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      const { status, headers, body } = await ask(port, { headers: { host } });
      expect([status, body]).toEqual([200, '<title>Latchkey</title>']);
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://localhost:${port} ws://127.0.0.1:${port};`);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    'evil.test',
    'localhost',
    'localhost:1',
    'evil.test:PORT',
    'localhost:PORT.evil.test',
    'localhost.evil.test:PORT',
    'LOCALHOST:PORT ',
    '127.0.0.2:PORT',
    '[::1]:PORT',
    '',
  ])('rejects the host "%s"', async (host) => {
    const { port } = await setUp();
    expect(await ask(port, { headers: { host: host.replace('PORT', String(port)) } })).toMatchObject({ status: 403, body: '' });
  });

  test.each([
    { method: 'HEAD', status: 200 },
    { method: 'POST', status: 405 },
    { method: 'PUT', status: 405 },
    { method: 'DELETE', status: 405 },
    { method: 'OPTIONS', status: 405 },
    { method: 'TRACE', status: 405 },
  ])('$method is $status and has no body', async ({ method, status }) => {
    const { port } = await setUp();
    expect(await ask(port, { method })).toMatchObject({ status, body: '' });
  });

  test.each(['/..%2f..%2fetc%2fpasswd', '/%2e%2e/x', '/no-such.js', '/bridge', '/index.html%00', '/%'])('%s is 404', async (path) => {
    const { port } = await setUp();
    expect(await ask(port, { path })).toMatchObject({ status: 404, body: '' });
  });

  test('a query and a whole address as the path change nothing', async () => {
    const { port } = await setUp();
    expect(await ask(port, { path: '/?x=../../etc' })).toMatchObject({ status: 200 });
    expect(await ask(port, { path: 'http://evil.test/' })).toMatchObject({ status: 404 });
  });

  test('is served at both addresses that localhost can be', async () => {
    const { server, port } = await setUp();
    expect(server.newAddress()).toMatch(new RegExp(`^http://localhost:${port}/#[\\w-]{43}$`));
    for (const host of ['127.0.0.1', '::1']) expect(await ask(port, { host })).toMatchObject({ status: 200 });
  });

  test.each(['127.0.0.1', '::1'])('refuses a port of which another program has %s', async (host) => {
    const { parts } = await setUp();
    const other = createServer().listen(0, host);
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(startServer(parts, port)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  });

  test('links for a command line contain no token, and redirect to a page that has one, once', async () => {
    const { server, port, tab, clock } = await setUp();
    const navigation = { host: `localhost:${port}`, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const follow = async (link: string, own: RequestOptions = {}) =>
      ask(port, { path: new URL(link).pathname, headers: navigation, ...own });
    const link = server.goAddress();
    expect(link).toMatch(new RegExp(`^http://localhost:${port}/latchkey/go/\\w{32}$`));
    for (const method of ['HEAD', 'POST']) expect(await follow(link, { method })).toMatchObject({ status: 405 });
    for (const own of [{ 'sec-fetch-mode': 'no-cors' }, { 'sec-fetch-dest': 'iframe' }, { 'sec-purpose': 'prefetch' }]) {
      expect(await follow(link, { headers: { ...navigation, ...own } })).toMatchObject({ status: 403, body: '' });
    }
    const { status, headers, body } = await follow(link);
    expect([status, headers['cache-control'], headers['referrer-policy'], body]).toEqual([302, 'no-store', 'no-referrer', '']);
    const [page, token] = String(headers.location).split('#');
    expect(page).toBe(`http://localhost:${port}/`);
    expect(await tab({ token })).toMatchObject({ welcome: { type: 'welcome' } });
    expect(await follow(link)).toMatchObject({ status: 302, headers: { location: '/' } });
    const late = server.goAddress();
    await clock.advance(60_000);
    expect(await follow(late)).toMatchObject({ status: 302, headers: { location: '/' } });
  });

  test('another user gets 403 for the page, a link and the bridge, and the link still works', async () => {
    let isTrusted = false;
    const { server, port, calls } = await setUp(undefined, async () => isTrusted);
    const link = new URL(server.goAddress()).pathname;
    for (const path of ['/', link]) {
      const { status, body } = await ask(port, { path });
      expect([status, body]).toEqual([403, expect.stringContaining('--allow-other-users')]);
    }
    await expect(openPageSocket({ port })).rejects.toThrow('refused with 403');
    expect(calls).toEqual([]);
    isTrusted = true;
    expect(await ask(port, { path: link })).toMatchObject({ status: 302 });
  });

  test('stays up after a request that is not HTTP', async () => {
    const { port } = await setUp();
    for (const text of ['\0\0\0', 'GET\r\n\r\n', `GET / HTTP/1.1\r\nhost: ${'x'.repeat(100_000)}\r\n\r\n`]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('error', () => undefined);
        socket.on('data', () => socket.end());
        socket.on('close', () => resolve());
      });
    }
    expect(await ask(port)).toMatchObject({ status: 200 });
  });
});

/** Parts of a server that is never reached. */
describe('authentication on the bridge', () => {
  test.each([
    { what: 'another origin', origin: 'http://evil.test' },
    { what: 'no origin', origin: null },
    { what: 'the origin `null`', origin: 'null' },
    { what: 'an empty origin', origin: '' },
    { what: 'another port', origin: 'http://localhost:1' },
    { what: 'https', origin: 'https://localhost:PORT' },
    { what: 'a name that begins the same', origin: 'http://localhost:PORT.evil.test' },
    { what: 'a path in the origin', origin: 'http://localhost:PORT/' },
    { what: 'another host', host: 'evil.test' },
    { what: 'a rebound name', host: 'evil.test:PORT', origin: 'http://evil.test:PORT' },
    { what: 'another path', path: '/other' },
    { what: 'the root', path: '/' },
    { what: 'a path below', path: '/bridge/x' },
    { what: 'an encoded path', path: '/%62ridge' },
  ])('stays shut for $what', async ({ origin, host, path }) => {
    const { port, tokens, listeners } = await setUp();
    const filled = (text: string) => text.replace('PORT', String(port));
    const options = {
      port,
      ...(origin === undefined ? {} : { origin: origin === null ? null : filled(origin) }),
      ...(host === undefined ? {} : { host: filled(host) }),
      ...(path === undefined ? {} : { path }),
    };
    await expect(openPageSocket(options)).rejects.toThrow('refused with 403');
    expect([listeners.size, typeof tokens.trade]).toEqual([0, 'function']);
    expect(await ask(port)).toMatchObject({ status: 200 });
  });

  test('opens for a token, once', async () => {
    const { port, token, tab } = await setUp();
    const used = token();
    const { welcome } = await tab({ token: used });
    expect(welcome).toEqual({ type: 'welcome', session: expect.stringMatching(/^[\w-]{43}$/) });
    const again = await openPageSocket({ port });
    again.send({ token: used });
    expect(await again.closed).toBe(closeCodes.notSignedIn);
  });

  test('opens for the session again and again, as a reloaded tab needs it', async () => {
    const { tab } = await setUp();
    const { session, close, closed } = await tab();
    close();
    await closed;
    for (let number = 0; number < 3; number += 1) expect((await tab({ session })).session).toBe(session);
  });

  test('stays shut for an old token', async () => {
    const { port, token, time } = await setUp();
    const old = token();
    time.now = 300_001;
    const socket = await openPageSocket({ port });
    socket.send({ token: old });
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
  });

  test.each<{ what: string; hello: (token: string) => unknown }>([
    { what: 'an unknown token', hello: () => ({ token: 'x'.repeat(43) }) },
    { what: 'no token', hello: () => ({}) },
    { what: 'a token and more', hello: (token) => ({ token, more: 1 }) },
    { what: 'a token and a session', hello: (token) => ({ token, session: token }) },
    { what: 'a token as a session', hello: (token) => ({ session: token }) },
    { what: 'characters of several bytes', hello: () => ({ session: 'é'.repeat(43) }) },
    { what: 'a very long token', hello: () => ({ token: 'x'.repeat(30_000) }) },
    { what: 'a list', hello: (token) => [{ token }] },
    { what: 'a call', hello: () => ({ id: 1, name: 'app.info', input: {} }) },
    { what: 'no JSON', hello: (token) => `token=${token}` },
    { what: 'nothing', hello: () => '' },
    { what: 'null', hello: () => 'null' },
    { what: 'prototype keys', hello: (token) => `{"__proto__":{"token":"${token}"}}` },
    { what: 'bytes', hello: (token) => Buffer.from(JSON.stringify({ token })) },
  ])('stays shut for $what', async ({ hello }) => {
    const { port, token, calls, listeners } = await setUp();
    const socket = await openPageSocket({ port });
    socket.send(hello(token()));
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
    expect([calls, listeners.size]).toEqual([[], 0]);
    expect(await ask(port)).toMatchObject({ status: 200 });
  });

  test('ignores messages after an invalid first message', async () => {
    const { port, token, calls, listeners } = await setUp();
    const socket = await openPageSocket({ port });
    socket.send({});
    socket.send({ token: token() });
    socket.send({ id: 1, name: 'app.info', input: {} });
    expect(await socket.closed).toBe(closeCodes.notSignedIn);
    expect([calls, listeners.size]).toEqual([[], 0]);
  });

  test('drops a tab whose first message never ends, before much of it is read', async () => {
    const { port, tab } = await setUp();
    const known = await tab();
    const socket = await openPageSocket({ port });
    socket.send('x'.repeat(7_000_000));
    expect(await socket.closed).toBe(1006);
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
  });

  test('drops the oldest of too many unauthenticated tabs', async () => {
    const { port, tab, token } = await setUp();
    const known = await tab();
    const silent = await Promise.all(Array.from({ length: helloLimits.maxSockets }, () => openPageSocket({ port })));
    const newest = await openPageSocket({ port });
    expect(await Promise.race(silent.map(({ closed }) => closed))).toBe(1006);
    newest.send({ token: token() });
    expect(await newest.next()).toMatchObject({ type: 'welcome' });
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
  });

  test('closes an unauthenticated tab after ten seconds, but no authenticated one', async () => {
    const { port, tab, clock } = await setUp();
    const silent = await openPageSocket({ port });
    const known = await tab();
    await clock.advance(10_000);
    expect(await silent.closed).toBe(closeCodes.notSignedIn);
    known.send({ id: 1, name: 'app.info', input: {} });
    expect(await known.next()).toMatchObject({ type: 'reply', id: 1 });
    expect(clock.waiting).toBe(0);
  });
});

describe('the bridge', () => {
  test('responds to each call with its ID, in any order', async () => {
    const waiting: (() => void)[] = [];
    const { tab, calls } = await setUp((name) => new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: name }))));
    const socket = await tab();
    for (const id of [7, 8]) socket.send({ id, name: `n.${id}`, input: { id } });
    await until(() => waiting.length === 2);
    for (const answer of waiting.reverse()) answer();
    expect([await socket.next(), await socket.next()]).toEqual([
      { type: 'reply', id: 8, reply: { ok: true, value: 'n.8' } },
      { type: 'reply', id: 7, reply: { ok: true, value: 'n.7' } },
    ]);
    expect(calls).toEqual([7, 8].map((id) => ({ name: `n.${id}`, input: { id }, windowId: 'tab-1' })));
  });

  test('accepts a call without input', async () => {
    const { tab, calls } = await setUp();
    const socket = await tab();
    socket.send({ id: 1, name: 'app.info' });
    expect(await socket.next()).toMatchObject({ id: 1 });
    expect(calls).toMatchObject([{ name: 'app.info', input: undefined }]);
  });

  test('tabs are told apart, hear every push, and none after they closed', async () => {
    const { tab, push, calls, closedWindows, listeners } = await setUp();
    const [one, other] = [await tab(), await tab()];
    push({ name: 'settings.changed', revision: 2, value: { theme: 'dark' } });
    const expected = { type: 'push', name: 'settings.changed', revision: 2, value: { theme: 'dark' } };
    expect([await one.next(), await other.next()]).toEqual([expected, expected]);
    push({ name: 'app.command', revision: 1, value: {}, to: 'tab-2' });
    expect(await other.next()).toEqual({ type: 'push', name: 'app.command', revision: 1, value: {} });
    for (const socket of [one, other]) socket.send({ id: 1, name: 'app.info', input: {} });
    await Promise.all([one.next(), other.next()]);
    expect(new Set(calls.map(({ windowId }) => windowId)).size).toBe(2);
    one.close();
    await one.closed;
    await until(() => listeners.size <= 1);
    expect(closedWindows).toEqual(['tab-1']);
    push({ name: 'settings.changed', revision: 3, value: {} });
    expect(await other.next()).toMatchObject({ revision: 3 });
  });

  test('discards a reply for a closed tab', async () => {
    let answer = () => {};
    const { tab, port, calls } = await setUp(() => new Promise((resolve) => (answer = () => resolve({ ok: true, value: 1 }))));
    const socket = await tab();
    socket.send({ id: 1, name: 'app.info', input: {} });
    await until(() => calls.length > 0);
    socket.close();
    await socket.closed;
    answer();
    await settle();
    expect(await ask(port)).toMatchObject({ status: 200 });
  });

  test.each<{ what: string; message: unknown }>([
    { what: 'no JSON', message: '{' },
    { what: 'nothing', message: '' },
    { what: 'bytes', message: Buffer.from('{"id":1,"name":"app.info","input":{}}') },
    { what: 'a list', message: [] },
    { what: 'no number', message: { name: 'app.info', input: {} } },
    { what: 'a number that is text', message: { id: '1', name: 'app.info', input: {} } },
    { what: 'a number below zero', message: { id: -1, name: 'app.info', input: {} } },
    { what: 'a number with a fraction', message: { id: 1.5, name: 'app.info', input: {} } },
    { what: 'no name', message: { id: 1, input: {} } },
    { what: 'a name that is none', message: { id: 1, name: { toString: 'app.info' }, input: {} } },
    { what: 'a very long name', message: { id: 1, name: 'x'.repeat(201), input: {} } },
    { what: 'more than a call', message: { id: 1, name: 'app.info', input: {}, windowId: 'tab-2' } },
    { what: 'prototype keys', message: '{"__proto__":{"id":1,"name":"app.info","input":{}}}' },
    { what: 'a second hello', message: { token: 'x' } },
  ])('a message that is no call closes the tab: $what', async ({ message }) => {
    const { tab, port, calls, listeners } = await setUp();
    const socket = await tab();
    socket.send(message);
    expect(await socket.closed).toBe(closeCodes.malformed);
    await until(() => listeners.size <= 0);
    expect(calls).toEqual([]);
    expect(await ask(port)).toMatchObject({ status: 200 });
  });

  test('a message of 50 MB closes only its own tab', async () => {
    const { tab, calls } = await setUp();
    const [one, other] = [await tab(), await tab()];
    one.send({ id: 1, name: 'app.info', input: 'x'.repeat(50_000_000) });
    expect(await one.closed).toBe(1009);
    other.send({ id: 1, name: 'app.info', input: {} });
    expect(await other.next()).toMatchObject({ id: 1 });
    expect(calls).toHaveLength(1);
  });

  test('accepts a message of 7 MB', async () => {
    const { tab } = await setUp(async () => ({ ok: true, value: null }));
    const socket = await tab();
    socket.send({ id: 1, name: 'app.info', input: 'x'.repeat(7_000_000) });
    expect(await socket.next()).toMatchObject({ id: 1 });
  });

  test('closing the server closes the tabs', async () => {
    const { tab, server, listeners } = await setUp();
    const socket = await tab();
    await server.close();
    expect(await socket.closed).toBe(1006);
    await until(() => listeners.size <= 0);
    await expect(ask(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
