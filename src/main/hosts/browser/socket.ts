/** The bridge over a WebSocket: one message per call, one message per push. */

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { maxDocumentLength } from '#contract/bridge/configuration.ts';
import type { Clock } from '../../ports/ports';
import type { PageTokens } from './page-tokens';
import type { PageApp } from './restartable-app';

// Limits for sockets before authentication, because any program of the user can open one.

/**
 * Limits of unauthenticated sockets. A new socket replaces the oldest one. A page sends its first calls right after its hello:
 * `maxBytes` includes them, so that a page whose hello is refused still receives the reason.
 */
export const helloLimits = { maxSockets: 64, maxBytes: 131_072, maxMillis: 10_000 };

interface HelloGuard {
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

/**
 * Maximum size (bytes) of a message. A larger one closes the socket. Two configuration files are compared in one call, and JSON has up to six bytes
 * for a character. Only the page itself can send so much: sockets before authentication have limits of their own.
 */
const messageLimit = 2 * 6 * maxDocumentLength + 2 ** 20;
export const closeCodes = { notSignedIn: 4401, malformed: 4400, restarted: 4410 };

const hello = z.union([z.strictObject({ token: z.string().max(256) }), z.strictObject({ session: z.string().max(256) })]);
const request = z.strictObject({ id: z.int().min(0), name: z.string().max(200), input: z.unknown().optional() });

interface SocketDeps {
  readonly server: Server;
  readonly app: PageApp;
  readonly tokens: PageTokens;
  readonly clock: Pick<Clock, 'after'>;
  /** Whether the request's host and origin are those of this program's page. */
  readonly isOwn: (request: IncomingMessage) => boolean;
  /** Exempts an accepted socket from the HTTP server's limits. */
  readonly release: (stream: Duplex) => void;
}

interface PageSockets {
  /** Makes all pages load again, because the app has restarted. */
  reload(): void;
  close(): void;
}

/** Accepts sockets at `/bridge` from the app's own page; others get status 403. */
export function attachSocket({ server, app, tokens, clock, isOwn, release }: SocketDeps): PageSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageLimit, perMessageDeflate: false });
  const guard = createHelloGuard(clock);
  let windows = 0;
  server.on('upgrade', (upgrade: IncomingMessage, stream: Duplex, head: Buffer) => {
    const path = upgrade.url?.split('?')[0];
    if (path !== '/bridge' || !isOwn(upgrade)) return refuse(stream);
    sockets.handleUpgrade(upgrade, stream, head, (socket) => {
      release(stream);
      windows += 1;
      const endHello = guard.watch(socket, stream, () => socket.close(closeCodes.notSignedIn));
      serve(socket, { app, tokens, endHello }, `tab-${windows}`);
    });
  });
  return {
    reload() {
      for (const socket of sockets.clients) socket.close(closeCodes.restarted);
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function refuse(stream: Duplex): void {
  stream.on('error', () => undefined);
  stream.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

interface TabDeps extends Pick<SocketDeps, 'app' | 'tokens'> {
  /** Removes the limits of an unauthenticated socket. */
  readonly endHello: () => void;
}

function serve(socket: WebSocket, { app, tokens, endHello }: TabDeps, windowId: string): void {
  let stopPushes: (() => void) | null = null;
  const send = (message: unknown) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    stopPushes?.();
    app.windowClosed({ windowId });
  });
  socket.on('message', (data, isBinary) => {
    // Ignores messages that arrive after the socket was closed.
    if (socket.readyState !== socket.OPEN) return;
    const message = isBinary ? undefined : parse(data);
    if (stopPushes === null) {
      const session = sessionOf(message, tokens);
      if (session === null) return socket.close(closeCodes.notSignedIn);
      endHello();
      stopPushes = app.onPush(({ to, ...push }) => {
        if (to === undefined || to === windowId) send({ type: 'push', ...push });
      });
      return send({ type: 'welcome', session });
    }
    const parsed = request.safeParse(message);
    if (!parsed.success) return socket.close(closeCodes.malformed);
    const { id, name, input } = parsed.data;
    void app.dispatch(name, input, { windowId }).then((reply) => send({ type: 'reply', id, reply }));
  });
}

function sessionOf(message: unknown, tokens: PageTokens): string | null {
  const parsed = hello.safeParse(message);
  if (!parsed.success) return null;
  if ('token' in parsed.data) return tokens.trade(parsed.data.token);
  return tokens.isSession(parsed.data.session) ? parsed.data.session : null;
}

function parse(data: RawData): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
