/** A service behind a proxy that can change its responses and become unavailable. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunningSandbox } from './launch-sandbox';

/** Returns what the body of a response becomes; the path is without `/api/v1` and the query. */
export type Change = (path: string, body: unknown) => unknown;

export interface ProxiedService extends Pick<RunningSandbox, 'url' | 'demo'> {
  /** Applied to every JSON response of status 200. */
  change: Change;
  /** Replaces the response to a path as a whole, as `GET /auth/sessions`. */
  readonly replaced: Map<string, { readonly status: number; readonly text: string }>;
  /** Requests whose connection is closed without a response, as `POST /check-version`. */
  readonly dropped: Set<string>;
  /** Requests that the service handles, and whose response is lost once, as `DELETE /contact-channels/me/:id`. */
  readonly lost: Set<string>;
  /** Paths that were requested, oldest first. */
  readonly requests: readonly string[];
  /** Refuses connections from now on. */
  goDown(): Promise<void>;
  /** Accepts them again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

const id = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Starts a proxy in front of a service on loopback. */
export async function startProxiedService({ url, demo }: Pick<RunningSandbox, 'url' | 'demo'>): Promise<ProxiedService> {
  const requests: string[] = [];
  let server = createServer();
  const serve = async (port: number) => {
    server = createServer((request, response) => void forward(request, response));
    server.listen(port, 'localhost');
    await once(server, 'listening');
  };
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? '';
    const path = target.replace(/\?.*$/, '').replace(/^\/api\/v1/, '');
    requests.push(`${request.method} ${path}`);
    if (service.dropped.has(`${request.method} ${path}`)) return request.socket.destroy();
    const replacement = service.replaced.get(`${request.method} ${path}`);
    if (replacement !== undefined) return send(response, replacement.status, { 'content-type': 'text/plain' }, replacement.text);
    const own = await ask(`${url}${target}`, request).catch(() => null);
    // A client behind a proxy sees the loss of the service's connection as that of its own.
    if (own === null) return request.socket.destroy();
    const text = await own.text();
    if (service.lost.delete(`${request.method} ${path.replace(id, ':id')}`)) return request.socket.destroy();
    const isChanged = own.status === 200 && own.headers.get('content-type')?.startsWith('application/json');
    send(response, own.status, own.headers, isChanged ? JSON.stringify(service.change(path, JSON.parse(text))) : text);
  };
  const service: ProxiedService = {
    url: '',
    demo,
    change: (_path, body) => body,
    replaced: new Map(),
    dropped: new Set(),
    lost: new Set(),
    requests,
    goDown: () => end(server),
    comeBack: () => serve(Number(new URL(service.url).port)),
    close: () => end(server),
  };
  await serve(0);
  return Object.assign(service, { url: `http://localhost:${(server.address() as AddressInfo).port}` });
}

async function ask(url: string, request: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const method = request.method ?? 'GET';
  const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
  return fetch(url, { method, headers: headers as Record<string, string>, redirect: 'manual', ...body });
}

function send(response: ServerResponse, status: number, headers: Headers | Readonly<Record<string, string>>, body: string): void {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const kept = entries.filter(([name]) => !/^(content-length|transfer-encoding|connection|keep-alive|content-encoding)$/.test(name));
  response.writeHead(status, Object.fromEntries(kept)).end(body);
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  if (!server.listening) return;
  server.close();
  await once(server, 'close');
}
