/** A service whose clients all come at once with a token that has expired: it counts their refreshes and their connections. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { user } from '../../support/main/fault-scene';
import { accessToken } from '../../support/main/test-ports';

export interface StormCount {
  readonly refreshes: number;
  /** Calls that were answered with the user. */
  readonly answered: number;
  /** The most connections that were open at one moment. */
  readonly mostSockets: number;
}

export interface StormService {
  readonly url: string;
  count(): StormCount;
  /** Counts from nothing again; no token issued so far is valid. */
  reset(): void;
  close(): Promise<void>;
}

const hour = 3_600_000;
/** As a service on a network nearby. */
const refreshMillis = 20;

/** Listens on loopback. */
export async function startStormService(): Promise<StormService> {
  let counted = { refreshes: 0, answered: 0, mostSockets: 0 };
  let tokens = new Set<string>();
  let sockets = 0;

  const refresh = (response: ServerResponse) => {
    counted.refreshes += 1;
    const token = accessToken(Date.now() + hour, `${Math.random()}`);
    tokens.add(token);
    setTimeout(() => reply(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3_599 }), refreshMillis);
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith('/auth/oauth/token')) return refresh(response);
    if (!tokens.has(String(request.headers['x-stack-access-token']))) return refuse(response);
    counted.answered += 1;
    reply(response, 200, user);
  };

  const server = createServer((request, response) => void request.resume().on('end', () => answer(request, response)));
  server.on('connection', (socket) => {
    sockets += 1;
    counted.mostSockets = Math.max(counted.mostSockets, sockets);
    socket.on('error', () => undefined).on('close', () => (sockets -= 1));
  });
  // Room for every client at once: a connection that is turned away costs a second.
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 16_384 }, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => ({ ...counted }),
    reset() {
      counted = { refreshes: 0, answered: 0, mostSockets: sockets };
      tokens = new Set();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse): void {
  const code = 'ACCESS_TOKEN_EXPIRED';
  reply(response, 401, { code, error: 'Access token has expired.' }, { 'x-stack-known-error': code });
}

function reply(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length, ...headers }).end(text);
}
