import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { unusedPort } from '#tests/support/service/stub-service.ts';
import { openTunnel } from './tunnel';

const timeout = 300;
const target = { host: 'service.test', port: 443 };

/** Starts what is taken for a proxy. `open` has the connections that it has. */
async function startPeer(answer: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return { open, server: { url: `http://127.0.0.1:${port}` } };
}

const tunnelTo = (server: { readonly url: string }) => openTunnel(server, target, { timeout, secureContext: undefined });

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => undefined],
  ['answers a byte at a time', (socket) => void socket.write('H')],
  ['answers without an end of its headers', (socket) => void socket.write('HTTP/1.1 200 OK\r\nx: y\r\n')],
  ['speaks another protocol', (socket) => void socket.write(Buffer.from([0x05, 0xff, 0x00, 0x0d, 0x0a]))],
  ['sends headers without a limit', (socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`)],
  ['hangs up', (socket) => void socket.destroy()],
])('a proxy that %s can’t be reached, and its connection is closed', async (_what, answer) => {
  const { server, open } = await startPeer(answer);
  const report = await reportOf(tunnelTo(server));
  expect(report).toEqual({ code: 'proxy-unreachable' });
  await expect.poll(() => open.size).toBe(0);
});

test.each([
  [407, { code: 'proxy-sign-in', status: 407 }],
  [403, { code: 'proxy-refused', status: 403 }],
  [301, { code: 'proxy-refused', status: 301 }],
  [101, { code: 'proxy-refused', status: 101 }],
])('a proxy that answers %i with an endless body refuses, and its connection is closed', async (status, report) => {
  const { server, open } = await startPeer((socket) => {
    socket.write(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic realm="x"\r\ncontent-length: 999999999\r\n\r\n${'z'.repeat(10_000)}`);
  });
  expect(await reportOf(tunnelTo(server))).toEqual(report);
  await expect.poll(() => open.size).toBe(0);
});

test('what arrives with the answer is the first of what the tunnel carries', async () => {
  const { server } = await startPeer((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nfirst'));
  const socket = await tunnelTo(server);
  onTestFinished(() => void socket.destroy());
  expect(String(await new Promise((resolve) => socket.once('data', resolve)))).toBe('first');
});

test('a port where nothing listens', async () => {
  expect(await reportOf(tunnelTo({ url: `http://127.0.0.1:${await unusedPort()}` }))).toEqual({ code: 'proxy-unreachable' });
});
