/** One port on both of this machine's loopback addresses, for a browser that is told `localhost` may try either. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Ports tried after the wanted one, before the system chooses. */
const neighbours = 20;
/** Connections at once on each address; what comes beyond is dropped. */
const mostConnections = 32;

/** Milliseconds and bytes: whoever dribbles, idles or sends too much is cut off. */
const limits: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 1_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
};
const silenceLimit = 10_000;

/** Listens on the wanted port or the next free one. A port of which anybody else has either address counts as taken. */
export async function listenOnLoopback(answer: RequestListener, wanted: number): Promise<LoopbackListener> {
  const candidates = Array.from({ length: neighbours }, (_none, index) => wanted + index).filter((port) => port <= 65_535);
  for (const port of [...candidates, 0, 0, 0]) {
    const found = await tryBoth(answer, port);
    if (found !== null) return found;
  }
  throw new Error('no port is free');
}

async function tryBoth(answer: RequestListener, wanted: number): Promise<LoopbackListener | null> {
  const first = await tryOne(answer, '127.0.0.1', wanted);
  if (first === 'taken' || first === 'no-address') return null;
  const { port } = first.address() as AddressInfo;
  const second = await tryOne(answer, '::1', port);
  if (second === 'taken') {
    await closed(first);
    return null;
  }
  // A machine may have IPv6 switched off.
  const servers = second === 'no-address' ? [first] : [first, second];
  return { port, close: async () => void (await Promise.all(servers.map(closed))) };
}

function tryOne(answer: RequestListener, host: string, port: number): Promise<Server | 'taken' | 'no-address'> {
  const server = createServer(limits, answer);
  server.maxConnections = mostConnections;
  server.setTimeout(silenceLimit, (socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'no-address' : 'taken'),
    );
    server.listen(port, host, () => resolve(server));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
