/** One port on both of this machine's loopback addresses: a browser may resolve `localhost` to either. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { type ConnectionGate, createConnectionGate, type GateDeps } from '../loopback/connection-gate';

export interface LoopbackListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Number of ports tried after the preferred one, before the system chooses. */
const neighbors = 20;
const maxHeaderBytes = 16_384;

/** Listens on the preferred port or the next free one. A port of which another program has either address counts as taken. */
export async function listenOnLoopback(answer: RequestListener, preferred: number, deps: GateDeps): Promise<LoopbackListener> {
  const http = createServer({ maxHeaderSize: maxHeaderBytes }, answer);
  http.on('clientError', (_error, socket) => socket.destroy());
  const gate = createConnectionGate(http, deps);
  const candidates = Array.from({ length: neighbors }, (_none, index) => preferred + index).filter((port) => port <= 65_535);
  for (const port of [...candidates, 0, 0, 0]) {
    const found = await tryBoth(gate, port);
    if (found !== null) return found;
  }
  throw new Error('no port is free');
}

async function tryBoth(gate: ConnectionGate, preferred: number): Promise<LoopbackListener | null> {
  const first = await tryOne(gate, '127.0.0.1', preferred);
  if (first === 'taken' || first === 'no-address') return null;
  const { port } = first.address() as AddressInfo;
  const second = await tryOne(gate, '::1', port);
  if (second === 'taken') {
    await closed(gate, [first]);
    return null;
  }
  // IPv6 may be turned off on a machine.
  const listeners = second === 'no-address' ? [first] : [first, second];
  return { port, close: () => closed(gate, listeners) };
}

function tryOne(gate: ConnectionGate, host: string, port: number): Promise<Server | 'taken' | 'no-address'> {
  const listener = gate.createListener();
  return new Promise((resolve) => {
    listener.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'no-address' : 'taken'),
    );
    listener.listen(port, host, () => resolve(listener));
  });
}

async function closed(gate: ConnectionGate, listeners: readonly Server[]): Promise<void> {
  const closing = listeners.map((listener) => new Promise((resolve) => listener.close(resolve)));
  gate.destroyAll();
  await Promise.all(closing);
}
