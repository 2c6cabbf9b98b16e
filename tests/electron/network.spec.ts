/** Chromium's network stack, as the main process uses it. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, electronTest as test } from '../support/browser/fixtures';
import { createAuthority } from '../support/service/certificate';

/** Tests a connection to a server of one's own; resolves to the reply, as text. */
async function testConnection(page: Page, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, 'localhost');
  await once(server, 'listening');
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const draft = {
    name: 'Own',
    baseUrl,
    allowPlainHttp: true,
    projectId: 'internal',
    environment: 'development',
    keys: { client: 'pck_1' },
  };
  const reply = await page.evaluate(`window.latchkey.call('connections.test', ${JSON.stringify({ draft })})`);
  server.closeAllConnections();
  server.close();
  return JSON.stringify(reply);
}

test('a compressed response is refused, before it could grow', async ({ page, screens: _screens }) => {
  const asked: (string | undefined)[] = [];
  const reply = await testConnection(page, (request, response) => {
    asked.push(request.headers['accept-encoding']?.toString());
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync('{}'));
  });
  expect(asked[0]).toBe('identity');
  expect(reply).toContain('content-encoding');
});

test('a redirect is not followed', async ({ page, screens: _screens }) => {
  const paths: (string | undefined)[] = [];
  await testConnection(page, (request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(paths).not.toContain('/elsewhere');
});

test('cookies are neither kept nor sent', async ({ page, screens: _screens }) => {
  const cookies: (string | undefined)[] = [];
  const serve: RequestListener = (request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=1; Path=/' }).end('{}');
  };
  await testConnection(page, serve);
  await testConnection(page, serve);
  expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([]);
});

/** Starts a proxy that responds to each tunnel with a status; with 200, it connects to a port of this machine. */
async function startProxy(status: number, port?: number): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const proxy = createServer().on('connect', (_request, socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write(`HTTP/1.1 ${status} Answer\r\nproxy-authenticate: Basic realm="x"\r\n\r\n`);
    if (port === undefined) return void socket.end();
    const onward = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.add(onward);
    socket.pipe(onward).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  };
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close };
}

/** Sets the network settings, and resolves to the reply of a test of `https://service.test`. */
async function testThrough(page: Page, settings: object): Promise<string> {
  const draft = {
    name: 'Own',
    baseUrl: 'https://service.test',
    allowPlainHttp: false,
    projectId: 'internal',
    environment: 'development',
    keys: {},
  };
  await page.evaluate(`window.latchkey.call('settings.update', ${JSON.stringify(settings)})`);
  return JSON.stringify(await page.evaluate(`window.latchkey.call('connections.test', ${JSON.stringify({ draft })})`));
}

for (const [status, code] of [
  [407, 'proxy-sign-in'],
  [403, 'proxy-refused'],
] as const) {
  test(`a proxy that responds with ${status} is ${code}`, async ({ page, screens: _screens }) => {
    const proxy = await startProxy(status);
    expect(await testThrough(page, { proxyMode: 'manual', proxyUrl: proxy.url })).toContain(code);
    proxy.close();
    expect(await testThrough(page, { proxyMode: 'manual', proxyUrl: proxy.url })).toContain('proxy-unreachable');
  });
}

test('certificates of the user are trusted as soon as the settings name them, for their host only', async ({
  page,
  screens: _screens,
}, info) => {
  const company = createAuthority();
  const below = company.below();
  const reply = async (name: string, caFile: string | null) => {
    const { key, cert } = below.issue({ names: [name] });
    const service = createSecureServer({ key, cert: `${cert}${below.cert}` }, (_request, response) => response.writeHead(404).end());
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const proxy = await startProxy(200, (service.address() as AddressInfo).port);
    const found = await testThrough(page, { proxyMode: 'manual', proxyUrl: proxy.url, caFile });
    proxy.close();
    service.closeAllConnections();
    service.close();
    return found;
  };
  const file = info.outputPath('company.pem');
  await writeFile(file, company.cert);
  expect(await reply('service.test', null)).toContain('tls-untrusted');
  expect(await reply('service.test', file)).toContain('address-not-found');
  expect(await reply('other.test', file)).toContain('tls-wrong-host');
  expect(await reply('service.test', null)).toContain('tls-untrusted');
});

test('the spell checker is off, for which Chromium would download a dictionary', async ({ electronApp, screens: _screens }) => {
  expect(await electronApp.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled())).toBe(false);
});
