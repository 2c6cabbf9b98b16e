/** The browser host's HTTP server: serves the renderer's files and the bridge on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createConnectionGate, type GateDeps } from '../../loopback/connection-gate';
import { type GoLinks, goPath } from '../../loopback/go-links';
import { listenOnLoopback } from '../../loopback/loopback-listener';
import { isNavigation } from '../../loopback/navigation';
import { type PageDeps, pageFile } from '../page';
import type { PageTokens } from './page-tokens';
import type { PageApp } from './restartable-app';
import { attachSocket } from './socket';

export interface HostServer {
  readonly port: number;
  /** Returns the URL of a new tab that opens at a path of the app. Valid for one page. */
  newAddress(path?: string): string;
  /** Returns a one-time link to a new tab that is safe in the arguments of a process, because it contains no token. */
  goAddress(path?: string): string;
  /** Makes all pages load again, because the app has restarted. */
  reloadPages(): void;
  close(): Promise<void>;
}

export interface ServerDeps extends GateDeps {
  readonly app: PageApp;
  readonly tokens: PageTokens;
  readonly goLinks: GoLinks;
  readonly page: Pick<PageDeps, 'folder' | 'nonce' | 'fixedTime'>;
}

/**
 * Starts the server on both loopback addresses, because another user's server on one of them would have this page's origin. For port 0
 * the system chooses a free port. Throws `EADDRINUSE` if another program uses the port on either address.
 */
export async function startServer(deps: ServerDeps, port: number): Promise<HostServer> {
  const { app, tokens, clock, goLinks, page } = deps;
  const server = createServer();
  const gate = createConnectionGate(server, deps);
  const listener = await listenOnLoopback(gate, [port]);
  const own = listener.port;
  const hosts: ReadonlySet<string> = new Set(hostsAt(own));
  const origins: ReadonlySet<string> = new Set([...hosts].map((host) => `http://${host}`));
  const pageDeps: PageDeps = {
    ...page,
    connectSource: `'self' ws://localhost:${own} ws://127.0.0.1:${own}`,
    origins: [...origins],
    settings: app.settings,
    languages: null,
    preview: app.preview,
  };

  server.on('request', (request, response) => {
    // Prevents DNS rebinding: other names that resolve to loopback must not read the page.
    if (!hosts.has(request.headers.host ?? '')) end(response, 403);
    else if (request.url?.startsWith(goPath)) redirect(goLinks, request, response);
    else void respond(pageDeps, request, response);
  });
  const isOwn = (request: IncomingMessage) => hosts.has(request.headers.host ?? '') && origins.has(request.headers.origin ?? '');
  const sockets = attachSocket({ server, app, tokens, clock, isOwn, release: gate.release });
  const newAddress = (path = '/') => `http://localhost:${own}/#${tokens.issue()}${path === '/' ? '' : path}`;
  return {
    port: own,
    newAddress,
    goAddress: (path) => `http://localhost:${own}${goLinks.add(newAddress(path))}`,
    reloadPages: sockets.reload,
    async close() {
      sockets.close();
      await listener.close();
    },
  };
}

/** Returns the page's hosts as browsers send them: without the port that HTTP has by default. */
export function hostsAt(port: number): readonly string[] {
  return ['localhost', '127.0.0.1'].map((name) => new URL(`http://${name}:${port}`).host);
}

/** Redirects a one-time link. An expired or used link opens the page without a token, which says what to do. */
function redirect(links: GoLinks, { method, url = '', headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== 'GET') end(response, 405);
  else if (!isNavigation(headers)) end(response, 403);
  else {
    const location = links.take(url.slice(goPath.length)) ?? '/';
    response.writeHead(302, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-length': 0 });
    response.end();
  }
}

async function respond(deps: PageDeps, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
  const file = await pageFile(deps, (request.url ?? '/').split(/[?#]/)[0] ?? '/');
  if (file === null) return end(response, 404);
  response.writeHead(200, { ...file.headers, 'content-length': file.bytes.length });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}
