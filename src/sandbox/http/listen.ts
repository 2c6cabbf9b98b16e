/** Serves a fetch handler over HTTP. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Called once with the URL, before the first request. */
  readonly serve: (url: string) => (request: Request) => Promise<Response>;
}

export interface Listening {
  readonly url: string;
  /** Closes the server: rejects new connections, and aborts active responses after a grace period. */
  close(): Promise<void>;
}

/** Thrown if the port is in use, or the host isn't one of this machine. */
export class ListenError extends Error {}

/** Grace period. The slowest response, to a password reset for an unknown email, takes 3 seconds (wire/endpoints 1.1). */
const graceMillis = 4000;

/** Starts the server. Throws `ListenError`. */
export async function listen({ host, port, serve }: ListenOptions): Promise<Listening> {
  const server = createServer();
  const url = await bind(server, host, port);
  const answer = serve(url);
  const activeResponses = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    activeResponses.add(response);
    response.once('close', () => activeResponses.delete(response));
  });
  server.on(
    'request',
    // The library's own Request and Response are twice as fast for small requests; only the sandbox runs in this process.
    getRequestListener((request) => answer(request), { overrideGlobalObjects: true }),
  );
  return { url, close: () => close(server, activeResponses) };
}

function bind(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(reasonOf(error, host, port), { cause: error })));
    server.listen(port, host, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${nameOf(host)}:${taken}`);
    });
  });
}

function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function reasonOf(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use; choose another one.`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this account; choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

function close(server: Server, activeResponses: Iterable<ServerResponse>): Promise<void> {
  // Otherwise the connection would stay open and delay the close.
  for (const response of activeResponses) if (!response.headersSent) response.setHeader('connection', 'close');
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMillis);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
