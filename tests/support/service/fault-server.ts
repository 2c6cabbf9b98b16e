/** A loopback server that writes raw bytes, for responses that an HTTP library wouldn't send. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Certificate } from './certificate';

interface FaultRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Handles one request: writes to the socket, closes it, or leaves it open. */
export type Fault = (socket: Socket, request: FaultRequest) => void;

export interface FaultServer {
  readonly url: string;
  readonly requests: readonly FaultRequest[];
  fault: Fault;
}

/** Starts a server that ends with the test. With a certificate it uses TLS. */
export async function startFaultServer(fault: Fault, certificate?: Certificate): Promise<FaultServer> {
  const requests: FaultRequest[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    readRequests(socket, (request) => {
      requests.push(request);
      server.fault(socket, request);
    });
  };
  const listener = certificate ? createTlsServer(certificate, serve) : createServer(serve);
  listener.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const { port } = listener.address() as AddressInfo;
  const server: FaultServer = { url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`, requests, fault };
  return server;
}

/** Reads requests with a content-length or without a body, one after another. */
function readRequests(socket: Socket, onRequest: (request: FaultRequest) => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (part: Buffer) => {
    received = Buffer.concat([received, part]);
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const [line = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((text) => [text.split(':')[0]?.toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
      );
      const size = Number(headers['content-length'] ?? 0);
      if (received.length < end + 4 + size) return;
      const [method = '', target = ''] = line.split(' ');
      const body = received.subarray(end + 4, end + 4 + size).toString('utf8');
      received = received.subarray(end + 4 + size);
      onRequest({ method, target, headers, body });
    }
  });
}
