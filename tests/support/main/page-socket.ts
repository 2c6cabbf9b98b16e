/** A browser tab's side of the bridge. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export interface PageSocket {
  /** Sends an object as JSON, and strings and bytes unchanged. */
  send(message: unknown): void;
  /** Resolves to the next message. Rejects when the socket closes first. */
  next(): Promise<unknown>;
  /** Resolves to the close code of the socket. */
  readonly closed: Promise<number>;
  close(): void;
}

export interface PageSocketOptions {
  readonly port: number;
  readonly path?: string;
  /** Null sends no `Origin` header. */
  readonly origin?: string | null;
  readonly host?: string;
}

/** Opens a socket like the app's own page. Rejects with the HTTP status when it is refused. */
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
