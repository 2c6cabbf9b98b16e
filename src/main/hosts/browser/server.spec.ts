import { once } from 'node:events';
import type { RequestOptions } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendRequest, setUpServer } from '#tests/support/main/browser-server.ts';
import { openPageSocket } from '#tests/support/main/page-socket.ts';
import { hostsAt, startServer } from './server';

describe('the page', () => {
  test('is served to its own names, with the policy that lets it reach the bridge and nothing else', async () => {
    const { port } = await setUpServer();
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      const { status, headers, body } = await sendRequest(port, { headers: { host } });
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
    const { port } = await setUpServer();
    expect(await sendRequest(port, { headers: { host: host.replace('PORT', String(port)) } })).toMatchObject({ status: 403, body: '' });
  });

  test.each([
    { port: 8080, hosts: ['localhost:8080', '127.0.0.1:8080'] },
    { port: 80, hosts: ['localhost', '127.0.0.1'] },
  ])('at port $port has the hosts that browsers send', ({ port, hosts }) => {
    expect(hostsAt(port)).toEqual(hosts);
  });

  test.each([
    { method: 'HEAD', status: 200 },
    { method: 'POST', status: 405 },
    { method: 'PUT', status: 405 },
    { method: 'DELETE', status: 405 },
    { method: 'OPTIONS', status: 405 },
    { method: 'TRACE', status: 405 },
  ])('$method is $status and has no body', async ({ method, status }) => {
    const { port } = await setUpServer();
    expect(await sendRequest(port, { method })).toMatchObject({ status, body: '' });
  });

  test.each(['/..%2f..%2fetc%2fpasswd', '/%2e%2e/x', '/no-such.js', '/bridge', '/index.html%00', '/%'])('%s is 404', async (path) => {
    const { port } = await setUpServer();
    expect(await sendRequest(port, { path })).toMatchObject({ status: 404, body: '' });
  });

  test('a query and a whole address as the path change nothing', async () => {
    const { port } = await setUpServer();
    expect(await sendRequest(port, { path: '/?x=../../etc' })).toMatchObject({ status: 200 });
    expect(await sendRequest(port, { path: 'http://evil.test/' })).toMatchObject({ status: 404 });
  });

  test('is served at both addresses that localhost can be', async () => {
    const { server, port } = await setUpServer();
    expect(server.newAddress()).toMatch(new RegExp(`^http://localhost:${port}/#[\\w-]{43}$`));
    for (const host of ['127.0.0.1', '::1']) expect(await sendRequest(port, { host })).toMatchObject({ status: 200 });
  });

  test.each(['127.0.0.1', '::1'])('refuses a port of which another program has %s', async (host) => {
    const { parts } = await setUpServer();
    const other = createServer().listen(0, host);
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(startServer(parts, port)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  });

  test('links for a command line contain no token, and redirect to a page that has one, once', async () => {
    const { server, port, tab, clock } = await setUpServer();
    const navigation = { host: `localhost:${port}`, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const follow = async (link: string, own: RequestOptions = {}) =>
      sendRequest(port, { path: new URL(link).pathname, headers: navigation, ...own });
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
    const { server, port, calls } = await setUpServer(undefined, async () => isTrusted);
    const link = new URL(server.goAddress()).pathname;
    for (const path of ['/', link]) {
      const { status, body } = await sendRequest(port, { path });
      expect([status, body]).toEqual([403, expect.stringContaining('--allow-other-users')]);
    }
    await expect(openPageSocket({ port })).rejects.toThrow('refused with 403');
    expect(calls).toEqual([]);
    isTrusted = true;
    expect(await sendRequest(port, { path: link })).toMatchObject({ status: 302 });
  });

  test('stays up after a request that is not HTTP', async () => {
    const { port } = await setUpServer();
    for (const text of ['\0\0\0', 'GET\r\n\r\n', `GET / HTTP/1.1\r\nhost: ${'x'.repeat(100_000)}\r\n\r\n`]) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('error', () => undefined);
        socket.on('data', () => socket.end());
        socket.on('close', () => resolve());
      });
    }
    expect(await sendRequest(port)).toMatchObject({ status: 200 });
  });
});
