import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createListener, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { type ConnectionGate, createConnectionGate } from './connection-gate';
import { listenOnLoopback } from './loopback-listener';

/** A gate before a server that responds with 200. `onListener` gets each listener before it listens. */
function setUp(onListener: (listener: Server) => void = () => undefined): ConnectionGate {
  const respond: RequestListener = (_request, response) => void response.end();
  const gate = createConnectionGate(createServer(respond), { clock: createFakeClock(), isTrustedPeer: async () => true });
  return {
    ...gate,
    createListener() {
      const listener = gate.createListener();
      onListener(listener);
      return listener;
    },
  };
}

async function open(gate: ConnectionGate, ports: readonly number[]) {
  const listener = await listenOnLoopback(gate, ports);
  onTestFinished(() => listener.close());
  return listener;
}

/** Another program's listener. */
function occupy(port: number, host: string): Promise<number> {
  const listener = createListener();
  onTestFinished(() => void listener.close());
  return new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, () => resolve((listener.address() as AddressInfo).port));
  });
}

async function isFree(port: number, host: string): Promise<boolean> {
  return occupy(port, host).then(
    () => true,
    () => false,
  );
}

test('listens on both addresses, and on neither once it is closed', async () => {
  const listener = await listenOnLoopback(setUp(), [0]);
  for (const host of ['127.0.0.1', '[::1]']) expect((await fetch(`http://${host}:${listener.port}/`)).status).toBe(200);
  await listener.close();
  for (const host of ['127.0.0.1', '::1']) expect(await isFree(listener.port, host)).toBe(true);
});

test.each(['127.0.0.1', '::1'])('refuses a port of which another program has %s, and keeps neither address', async (host) => {
  const port = await occupy(0, host);
  await expect(listenOnLoopback(setUp(), [port])).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  expect(await isFree(port, host === '::1' ? '127.0.0.1' : '::1')).toBe(true);
});

test('tries the next port', async () => {
  const taken = await occupy(0, '::1');
  expect((await open(setUp(), [taken, 0])).port).not.toBe(taken);
});

test('has the system choose again where another program takes ::1 in between', async () => {
  const taken: Promise<number>[] = [];
  const gate = setUp((listener) => {
    if (taken.length < 3) listener.once('listening', () => taken.push(occupy((listener.address() as AddressInfo).port, '::1')));
  });
  const { port } = await open(gate, [0]);
  const others = await Promise.all(taken);
  expect(others).toHaveLength(3);
  expect(others).not.toContain(port);
});

test.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])('listens on 127.0.0.1 alone on a machine without IPv6 (%s)', async (code) => {
  const gate = setUp((listener) => {
    const listen = listener.listen.bind(listener) as (port: number, host: string, callback: () => void) => Server;
    const listenOnMachine = (port: number, host: string, callback: () => void) => {
      if (host === '127.0.0.1') return listen(port, host, callback);
      process.nextTick(() => listener.emit('error', Object.assign(new Error(code), { code })));
      return listener;
    };
    Object.assign(listener, { listen: listenOnMachine });
  });
  const { port } = await open(gate, [0]);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

test('fails with the system’s error where a port may not be used', async () => {
  const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  const gate = setUp((listener) => {
    Object.assign(listener, { listen: () => process.nextTick(() => listener.emit('error', denied)) });
  });
  await expect(listenOnLoopback(gate, [80])).rejects.toBe(denied);
});
