import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeClock, settle, until } from '#tests/support/fake-clock.ts';
import type { PeerCheck } from '../ports/ports';
import { createConnectionGate, gateLimits } from './connection-gate';

const get = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

interface Client {
  readonly socket: Socket;
  received(): string;
  isClosed(): boolean;
}

async function setUp(isTrustedPeer: PeerCheck = async () => true) {
  const clock = createFakeClock();
  const requests: { request: IncomingMessage; response: ServerResponse }[] = [];
  const http = createServer((request, response) => void requests.push({ request, response }));
  const accepted: Socket[] = [];
  const check: PeerCheck = (socket) => {
    accepted.push(socket as Socket);
    return isTrustedPeer(socket);
  };
  const gate = createConnectionGate(http, { clock, isTrustedPeer: check });
  const listener = gate.createListener();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    gate.destroyAll();
    listener.close();
  });
  const { port } = listener.address() as AddressInfo;
  /** Connects and resolves once the gate knows the socket. */
  const open = async (text = ''): Promise<Client> => {
    const known = accepted.length;
    const socket = connect({ port, host: '127.0.0.1' });
    let [received, isClosed] = ['', false];
    socket.on('data', (part) => (received += part));
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    onTestFinished(() => void socket.destroy());
    if (text !== '') socket.write(text);
    await until(() => accepted.length > known);
    await settle();
    return { socket, received: () => received, isClosed: () => isClosed };
  };
  const openMany = async (count: number, text?: string) => {
    const clients: Client[] = [];
    for (let at = 0; at < count; at += 1) clients.push(await open(text));
    return clients;
  };
  return { clock, gate, http, requests, accepted, open, openMany };
}

describe('before a peer is checked', () => {
  test('reads and sends nothing', async () => {
    let admit: (isTrusted: boolean) => void = () => undefined;
    const { open, requests, accepted } = await setUp(() => new Promise((resolve) => (admit = resolve)));
    const client = await open(get);
    await settle();
    expect([accepted[0]?.bytesRead, accepted[0]?.readableLength, requests.length, client.received()]).toEqual([0, 0, 0, '']);
    admit(true);
    await until(() => requests.length === 1);
    requests[0]?.response.end('hello');
    await until(() => client.received().includes('hello'));
  });

  test('a peer that is not trusted gets 403 with what to do, and reaches nothing', async () => {
    const { open, requests, http } = await setUp(async () => false);
    http.on('upgrade', () => requests.push({} as never));
    for (const text of [get, '\0not http', `${get.slice(0, -2)}connection: upgrade\r\nupgrade: websocket\r\n\r\n`, 'x'.repeat(500_000)]) {
      const client = await open(text);
      await until(client.isClosed);
      expect(client.received()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*\r\n\r\n.*--allow-other-users\.\n$/s);
    }
    expect(requests).toEqual([]);
  });

  test('a peer that leaves in the meantime is forgotten', async () => {
    let admit: (isTrusted: boolean) => void = () => undefined;
    const { open, requests, accepted, clock } = await setUp(() => new Promise((resolve) => (admit = resolve)));
    await open(get);
    accepted[0]?.destroy();
    await until(() => accepted[0]?.closed === true);
    admit(true);
    await settle();
    expect([requests.length, clock.waiting]).toEqual([0, 0]);
  });
});

describe('a full state', () => {
  const never: PeerCheck = () => new Promise(() => undefined);
  test.each<[string, number, PeerCheck | undefined, string]>([
    ['checking', gateLimits.checking.maxSockets, never, ''],
    ['reading', gateLimits.reading.maxSockets, undefined, ''],
    ['reading', gateLimits.reading.maxSockets, undefined, 'GET / HTT'],
    ['responding', gateLimits.responding.maxSockets, undefined, get],
  ])('%s has room for a newcomer: the oldest of %i leaves', async (_state, maxSockets, check, text) => {
    const { openMany, open } = await setUp(check);
    const clients = await openMany(maxSockets, text);
    expect(clients.filter(({ isClosed }) => isClosed())).toEqual([]);
    await open(text);
    await until(() => clients[0]?.isClosed() === true);
    expect(clients.slice(1).filter(({ isClosed }) => isClosed())).toEqual([]);
  });

  test('reading sockets do not replace sockets with a pending response', async () => {
    const { openMany, open, requests } = await setUp();
    const served = await open(get);
    await until(() => requests.length === 1);
    await openMany(gateLimits.reading.maxSockets * 2, 'GET / HTT');
    requests[0]?.response.end('served');
    await until(() => served.received().includes('served'));
  });
});

describe('time', () => {
  const refuse: PeerCheck = async () => false;
  test.each<[string, number, PeerCheck | undefined, string]>([
    ['checking', gateLimits.checking.maxMillis, () => new Promise(() => undefined), get],
    ['reading', gateLimits.reading.maxMillis, undefined, ''],
    ['reading', gateLimits.reading.maxMillis, undefined, 'GET / HTT'],
    ['responding', gateLimits.responding.maxMillis, undefined, get],
  ])('%s ends after %i ms', async (_state, maxMillis, check, text) => {
    const { open, clock } = await setUp(check);
    const client = await open(text);
    await clock.advance(maxMillis - 1);
    expect(client.isClosed()).toBe(false);
    await clock.advance(1);
    await until(client.isClosed);
    expect(clock.waiting).toBe(0);
  });

  test('a slow request does not extend its time limit', async () => {
    const { open, clock } = await setUp();
    const client = await open('GET / HTTP/1.1\r\n');
    for (let second = 0; second < gateLimits.reading.maxMillis / 1_000; second += 1) {
      client.socket.write('x');
      await clock.advance(1_000);
    }
    await until(client.isClosed);
  });

  test('a refused peer that keeps its end open is cut off', async () => {
    const { accepted, open, clock } = await setUp(refuse);
    const client = await open();
    client.socket.pause();
    await clock.advance(gateLimits.refused.maxMillis);
    await until(() => accepted[0]?.closed === true);
    expect(clock.waiting).toBe(0);
  });

  test('starts again with each request on one connection', async () => {
    const { open, clock, requests } = await setUp();
    const client = await open(get);
    for (const number of [1, 2, 3]) {
      await until(() => requests.length === number);
      await clock.advance(gateLimits.reading.maxMillis);
      requests[number - 1]?.response.end('');
      await until(() => client.received().split('200 OK').length === number + 1);
      await clock.advance(gateLimits.reading.maxMillis - 1);
      expect(client.isClosed()).toBe(false);
      client.socket.write(get);
    }
  });
});

test('a released socket has no limits', async () => {
  const { open, openMany, clock, gate, http } = await setUp();
  http.on('upgrade', (_request, stream) => {
    gate.release(stream);
    stream.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  const client = await open('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
  await until(() => client.received().includes('101'));
  await openMany(gateLimits.reading.maxSockets + 1);
  await clock.advance(gateLimits.responding.maxMillis * 2);
  gate.destroyAll();
  await settle();
  expect(client.isClosed()).toBe(false);
});
