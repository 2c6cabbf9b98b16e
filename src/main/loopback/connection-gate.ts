/**
 * Access control and limits for the sockets of a loopback HTTP server. Node's own maximum is not suitable, because it rejects new
 * sockets in favor of idle ones.
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock, PeerCheck } from '../ports/ports';

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

/** Limits of each state. When a state is full, a new socket replaces the oldest one. `reading` includes idle keep-alive sockets. */
export const gateLimits: Readonly<Record<State, { readonly maxSockets: number; readonly maxMillis: number }>> = {
  checking: { maxSockets: 256, maxMillis: 5_000 },
  refused: { maxSockets: 16, maxMillis: 1_000 },
  reading: { maxSockets: 32, maxMillis: 10_000 },
  responding: { maxSockets: 64, maxMillis: 60_000 },
};

/** Creates a gate in front of an HTTP server, which must not listen itself. */
export function createConnectionGate(http: HttpServer, { clock, isTrustedPeer }: GateDeps): ConnectionGate {
  /** Ordered by the time at which the sockets entered their states. */
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
    // Discards the bytes of a refused peer: with unread bytes, the kernel would reset the connection before the response arrives.
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
