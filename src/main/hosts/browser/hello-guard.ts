/** Limits for sockets before authentication, because any program of the user can open one. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../../ports/ports';

/**
 * Limits of unauthenticated sockets. A new socket replaces the oldest one. A page sends its first calls right after its hello:
 * `maxBytes` includes them, so that a page whose hello is refused still receives the reason.
 */
export const helloLimits = { maxSockets: 64, maxBytes: 131_072, maxMillis: 10_000 };

export interface HelloGuard {
  /**
   * Limits a socket until the returned function is called or the socket is closed. `stream` is its connection; `onTimeout` runs after
   * `maxMillis`.
   */
  watch(socket: WebSocket, stream: Duplex, onTimeout: () => void): () => void;
}

export function createHelloGuard(clock: Pick<Clock, 'after'>): HelloGuard {
  const waiting = new Set<WebSocket>();
  return {
    watch(socket, stream, onTimeout) {
      const [oldest] = waiting;
      if (oldest !== undefined && waiting.size >= helloLimits.maxSockets) {
        waiting.delete(oldest);
        oldest.terminate();
      }
      waiting.add(socket);
      let bytes = 0;
      // The socket's own listener runs first, so that a hello in this chunk is accepted before the chunk is counted.
      const count = (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > helloLimits.maxBytes) socket.terminate();
      };
      stream.on('data', count);
      const stopTimer = clock.after(helloLimits.maxMillis, onTimeout);
      const stop = () => {
        stopTimer();
        stream.off('data', count);
        waiting.delete(socket);
      };
      socket.once('close', stop);
      return stop;
    },
  };
}
