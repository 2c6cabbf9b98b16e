/** Chromium's network stack, as the main process uses it. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, electronTest as test } from '../support/browser/fixtures';

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
