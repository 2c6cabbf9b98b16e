/**
 * The connections of a loopback HTTP server: how many sockets may be in each state, and for how long. Node's own limits
 * do not fit: its maximum turns newcomers away in favor of sockets that idle.
 */
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../ports';

export interface GateDeps {
  readonly clock: Pick<Clock, 'after'>;
}

export interface ConnectionGate {
  /** Creates a listener; its connections reach the HTTP server. One gate may have several. */
  createListener(): Server;
  /** Stops counting and timing a socket that was upgraded. */
  release(socket: Duplex): void;
  /** Destroys every socket that is not released. */
  destroyAll(): void;
}

type State = 'reading' | 'responding';

/** In a state that is full, a new socket takes the place of the oldest one. `reading` includes idle sockets that are kept alive. */
export const gateLimits: Readonly<Record<State, { readonly maxSockets: number; readonly maxMillis: number }>> = {
  reading: { maxSockets: 32, maxMillis: 10_000 },
  responding: { maxSockets: 64, maxMillis: 60_000 },
};

/** Creates a gate before an HTTP server, which must not listen itself. */
export function createConnectionGate(http: HttpServer, { clock }: GateDeps): ConnectionGate {
  /** Each with what stops its timer, the oldest first. */
  const sockets: Readonly<Record<State, Map<Duplex, () => void>>> = {
    reading: new Map(),
    responding: new Map(),
  };
  const all = Object.values(sockets);

  const leave = (socket: Duplex) => {
    for (const state of all) {
      state.get(socket)?.();
      state.delete(socket);
    }
  };
  const drop = (socket: Duplex) => {
    leave(socket);
    socket.destroy();
  };
  const enter = (socket: Socket, name: State) => {
    leave(socket);
    if (socket.destroyed) return;
    const { maxSockets, maxMillis } = gateLimits[name];
    const state = sockets[name];
    const [oldest] = state.keys();
    if (oldest !== undefined && state.size >= maxSockets) drop(oldest);
    state.set(
      socket,
      clock.after(maxMillis, () => drop(socket)),
    );
  };

  http.on('request', ({ socket }, response) => {
    enter(socket, 'responding');
    response.once('close', () => enter(socket, 'reading'));
  });

  const accept = (socket: Socket) => {
    socket.once('close', () => leave(socket));
    enter(socket, 'reading');
    http.emit('connection', socket);
  };

  return {
    createListener: () => createServer({ allowHalfOpen: true, noDelay: true }, accept),
    release: leave,
    destroyAll() {
      for (const state of all) for (const socket of state.keys()) drop(socket);
    },
  };
}
