/** A browser tab's end of the bridge, as a test sees it. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export interface PageSocket {
  /** Sends an object as JSON, text and bytes as they are. */
  send(message: unknown): void;
  /** The next message that was not taken yet; fails when the socket closes first. */
  next(): Promise<unknown>;
  /** The code the socket was closed with. */
  readonly closed: Promise<number>;
  close(): void;
}

export interface PageSocketOptions {
  readonly port: number;
  readonly path?: string;
  /** Null sends none. */
  readonly origin?: string | null;
  readonly host?: string;
}

/** Opens a socket as the own page would; fails with the HTTP status when it is refused. */
export async function openPageSocket({ port, path = '/bridge', origin, host }: PageSocketOptions): Promise<PageSocket> {
  const own = origin === undefined ? `http://localhost:${port}` : origin;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: { host: host ?? `localhost:${port}`, ...(own === null ? {} : { origin: own }) },
  });
  const arrived: unknown[] = [];
  const waiting: { resolve: (message: unknown) => void; reject: (cause: Error) => void }[] = [];
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(data.toString());
    const first = waiting.shift();
    if (first) first.resolve(message);
    else arrived.push(message);
  });
  const closed = new Promise<number>((resolve) =>
    socket.on('close', (code) => {
      for (const { reject } of waiting.splice(0)) reject(new Error(`closed with ${code}`));
      resolve(code);
    }),
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      socket.terminate();
    });
    socket.on('error', reject);
  });
  onTestFinished(() => socket.terminate());
  return {
    send: (message) => socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message)),
    next: () =>
      arrived.length > 0
        ? Promise.resolve(arrived.shift())
        : new Promise((resolve, reject) => {
            if (socket.readyState === socket.CLOSED) reject(new Error('closed before'));
            else waiting.push({ resolve, reject });
          }),
    closed,
    close: () => socket.close(),
  };
}
