/**
 * The connections of a loopback HTTP server: who may connect, how many sockets may be in each state, and for how long. Node's own
 * limits do not fit: its maximum turns newcomers away in favor of sockets that idle.
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, PeerCheck } from '../ports';

export interface GateDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly isTrustedPeer: PeerCheck;
}

export interface ConnectionGate {
  /** Creates a listener; its connections reach the HTTP server once they are checked. One gate may have several. */
  createListener(): Server;
  /** Stops counting and timing a socket that was upgraded. */
  release(socket: Duplex): void;
  /** Destroys every socket that is not released. */
  destroyAll(): void;
}

type State = 'checking' | 'refused' | 'reading' | 'responding';

/** In a state that is full, a new socket takes the place of the oldest one. `reading` includes idle sockets that are kept alive. */
export const gateLimits: Readonly<Record<State, { readonly maxSockets: number; readonly maxMillis: number }>> = {
  checking: { maxSockets: 256, maxMillis: 5_000 },
  refused: { maxSockets: 16, maxMillis: 1_000 },
  reading: { maxSockets: 32, maxMillis: 10_000 },
  responding: { maxSockets: 64, maxMillis: 60_000 },
};

/** Creates a gate before an HTTP server, which must not listen itself. */
export function createConnectionGate(http: HttpServer, { clock, isTrustedPeer }: GateDeps): ConnectionGate {
  /** In the order in which they entered their states. */
  const entries = new Map<Duplex, { readonly state: State; readonly stopTimer: () => void }>();

  const leave = (socket: Duplex) => {
    entries.get(socket)?.stopTimer();
    entries.delete(socket);
  };
  const drop = (socket: Duplex) => {
    leave(socket);
    socket.destroy();
  };
  const enter = (socket: Socket, state: State) => {
    leave(socket);
    if (socket.destroyed) return;
    const { maxSockets, maxMillis } = gateLimits[state];
    const [oldest, ...others] = [...entries].filter(([, entry]) => entry.state === state);
    if (oldest !== undefined && others.length + 1 >= maxSockets) drop(oldest[0]);
    entries.set(socket, { state, stopTimer: clock.after(maxMillis, () => drop(socket)) });
  };

  http.on('request', ({ socket }, response) => {
    enter(socket, 'responding');
    response.once('close', () => enter(socket, 'reading'));
  });

  const accept = async (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('close', () => leave(socket));
    enter(socket, 'checking');
    const isTrusted = await isTrustedPeer(socket);
    if (socket.destroyed) return;
    enter(socket, isTrusted ? 'reading' : 'refused');
    if (isTrusted) http.emit('connection', socket);
    else socket.end(refusal);
    // What a refused peer sends is thrown away: unread bytes would have the kernel reset the connection before the response arrives.
    socket.resume();
  };

  return {
    createListener: () => createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => void accept(socket)),
    release: leave,
    destroyAll() {
      for (const socket of entries.keys()) drop(socket);
    },
  };
}

const refusalText =
  'Latchkey accepts connections only from the user who runs it.\n' +
  'To accept other users, containers on the host’s network, and proxies as well, start it with --allow-other-users.\n';

const refusal = [
  'HTTP/1.1 403 Forbidden',
  'Connection: close',
  'Cache-Control: no-store',
  'Content-Type: text/plain; charset=utf-8',
  'X-Content-Type-Options: nosniff',
  `Content-Length: ${Buffer.byteLength(refusalText)}`,
  '',
  refusalText,
].join('\r\n');
