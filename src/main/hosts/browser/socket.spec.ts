import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { openPageSocket, type PageSocket } from '#tests/support/main/page-socket.ts';
import { createHelloGuard, helloLimits } from './socket';

interface Accepted {
  readonly socket: WebSocket;
  readonly stream: Socket;
  readonly accept: () => void;
}

interface Opened extends Accepted {
  readonly page: PageSocket;
}

async function setUp() {
  const clock = createFakeClock();
  const guard = createHelloGuard(clock);
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  const accepted: Accepted[] = [];
  http.on('upgrade', (request, stream: Socket, head) =>
    server.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => undefined);
      accepted.push({ socket, stream, accept: guard.watch(socket, stream, () => socket.close(4401)) });
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const open = async (): Promise<Opened> => {
    const page = await openPageSocket({ port });
    await until(() => accepted.length > 0);
    return { page, ...(accepted.pop() as Accepted) };
  };
  return { clock, open };
}

test('closes a socket when its time is up, unless its hello was accepted', async () => {
  const { clock, open } = await setUp();
  const [silent, known] = [await open(), await open()];
  known.accept();
  await clock.advance(helloLimits.maxMillis);
  expect(await silent.page.closed).toBe(4401);
  expect([known.socket.readyState, clock.waiting]).toEqual([known.socket.OPEN, 0]);
});

test('drops the oldest socket for a new one, and none whose hello was accepted or that has closed', async () => {
  const { open } = await setUp();
  const first = await open();
  first.accept();
  const closed = await open();
  closed.page.close();
  await closed.page.closed;
  const waiting: Opened[] = [];
  for (let count = 0; count < helloLimits.maxSockets; count += 1) waiting.push(await open());
  const readyStates = () => waiting.map(({ socket }) => socket.readyState === socket.OPEN);
  expect(readyStates()).not.toContain(false);
  await open();
  expect(await waiting[0]?.page.closed).toBe(1006);
  expect(readyStates().slice(1)).not.toContain(false);
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('drops a socket that sends too much before its hello is accepted', async () => {
  const { open } = await setUp();
  const { page, stream } = await open();
  page.send('x'.repeat(helloLimits.maxBytes * 16));
  expect(await page.closed).toBe(1006);
  // Node reads at most 64 KiB at once.
  expect(stream.bytesRead).toBeLessThan(helloLimits.maxBytes + 2 * 65_536);
});

test('counts no bytes of a socket whose hello was accepted', async () => {
  const { open } = await setUp();
  const { page, socket, accept } = await open();
  accept();
  const message = new Promise<number>((resolve) => socket.once('message', (data: Buffer) => resolve(data.length)));
  page.send('x'.repeat(helloLimits.maxBytes * 16));
  expect(await message).toBe(helloLimits.maxBytes * 16);
});
