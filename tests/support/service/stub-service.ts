/** An HTTP server with scripted responses that records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface StubRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names as they were sent, in order. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Returns the response to a request, or undefined after using the raw response. */
export type Script = (request: StubRequest, response: ServerResponse) => StubAnswer | undefined;

export interface StubService {
  readonly url: string;
  readonly requests: readonly StubRequest[];
  /** Connections open now. */
  readonly sockets: ReadonlySet<Socket>;
  script: Script;
  close(): Promise<void>;
}

/** Starts a server on loopback that ends with the test. */
export async function startStubService(script: Script): Promise<StubService> {
  const requests: StubRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request: StubRequest = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        rawHeaders: incoming.rawHeaders,
        body: Buffer.concat(parts).toString('utf8'),
      };
      requests.push(request);
      const answer = service.script(request, response);
      if (answer) give(response, answer);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: StubService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets,
    script,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  onTestFinished(() => service.close());
  return service;
}

function give(response: ServerResponse, { status = 200, headers = {}, body }: StubAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, {
    ...(body === undefined ? {} : { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8' }),
    ...(headers as Record<string, string | string[]>),
  });
  response.end(isText || body === undefined ? body : JSON.stringify(body));
}

/** A name that no host can have, since a part of it exceeds 63 characters: its lookup fails without waiting for a name server. */
export const unknownHost = `${'x'.repeat(64)}.invalid`;

/** Returns a port on which no process listens. */
export async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
