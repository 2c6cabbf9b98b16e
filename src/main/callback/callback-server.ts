/** The loopback server browsers come back to: from providers, from links in mails, and to the passkey page. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Translator } from '../../messages/translator';
import { createConnectionGate, type GateDeps } from '../loopback/connection-gate';
import { type LoopbackListener, listenOnLoopback } from '../loopback/loopback-listener';
import type { Clock } from '../ports';
import type { JsonFile } from '../storage/json-file';
import { checkRequest } from './check-request';
import type { ListenerState } from './listener-state-file';
import { type Page, type PageKind, plainHeaders, plainPage, style } from './page-text';
import type { ParsedLink } from './parse-link';

/** One kind of page below `/latchkey/`, apart from the handler routes. */
export interface InternalPages {
  /**
   * Returns the response to a request; null when the path is not one of these pages. `path` has no leading `/latchkey/` and no
   * query, `origin` is the server's, like `http://localhost:47810`. The server has checked Host and nothing else.
   */
  answer(request: IncomingMessage, path: string, origin: string): Promise<Page | null>;
}

export interface CallbackServerDeps extends GateDeps {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly file: JsonFile<ListenerState>;
  /** The port to begin with. */
  readonly wantedPort: () => number;
  /** Paths below which handler pages lie. */
  readonly bases: () => readonly string[];
  readonly translator: () => Translator;
  /** Takes a link that fits; answers what the browser is to be told. */
  readonly onLink: (link: ParsedLink, text: string) => Promise<PageKind>;
  /** The first that knows a path below `/latchkey/` responds. */
  readonly pages: readonly InternalPages[];
}

export interface CallbackServer {
  /**
   * Listens, if nobody does yet, and remembers that a browser may come back for so many milliseconds. Answers the origin,
   * `http://localhost:{port}`.
   */
  listenFor(milliseconds: number): Promise<string>;
  /** Returns the origin that `expect` will have unless its port is in use, without listening. */
  likelyOrigin(): string;
  /** Listens where an earlier run was to be found, if browsers may still come back to that. */
  load(): Promise<void>;
  close(): Promise<void>;
}

export function createCallbackServer(parts: CallbackServerDeps): CallbackServer {
  const { clock, file } = parts;
  let listening: Promise<LoopbackListener> | null = null;
  let isClosed = false;

  const listen = (wanted: number): Promise<LoopbackListener> => {
    listening ??= open(parts, wanted).catch((thrown) => {
      // Whoever comes next tries again.
      listening = null;
      throw thrown;
    });
    return listening;
  };

  return {
    async listenFor(milliseconds) {
      const { port } = await listen(parts.wantedPort());
      const until = Math.ceil(clock.now() + milliseconds);
      // A profile that cannot be written loses no more than the way back after the next start.
      await file.update((known) => ({ port, until: Math.max(until, known?.until ?? 0) })).catch(() => undefined);
      return originOf(port);
    },
    likelyOrigin: () => originOf(parts.wantedPort()),
    async load() {
      const known = await file.read();
      if (known !== null && known.until > clock.now() && !isClosed) await listen(known.port);
    },
    async close() {
      isClosed = true;
      const open = await listening?.catch(() => null);
      await open?.close();
    },
  };
}

export function originOf(port: number): string {
  return `http://localhost:${port}`;
}

/** Number of ports that are tried, from the preferred one on, before the system chooses. */
const maxNeighbors = 20;
const maxHeaderBytes = 16_384;

async function open(parts: CallbackServerDeps, preferred: number): Promise<LoopbackListener> {
  let port = 0;
  const http = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => void answer(parts, port, request, response));
  http.on('clientError', (_error, socket) => socket.destroy());
  const neighbors = Array.from({ length: maxNeighbors }, (_none, index) => preferred + index).filter((one) => one <= 65_535);
  const listener = await listenOnLoopback(createConnectionGate(http, parts), [...neighbors, 0]);
  port = listener.port;
  return listener;
}

async function answer(parts: CallbackServerDeps, port: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on('error', () => undefined);
  const page = await pageFor(parts, port, request).catch((): Page => bare(500));
  response.writeHead(page.status, { ...page.headers, 'content-length': Buffer.byteLength(page.body) });
  response.end(page.body);
}

async function pageFor(parts: CallbackServerDeps, port: number, request: IncomingMessage): Promise<Page> {
  const { method = '', url = '', headers } = request;
  const wish = checkRequest({ method, url, headers }, port, parts.bases());
  const say = (kind: PageKind) => plainPage(kind, parts.translator());
  switch (wish.kind) {
    case 'style':
      return { status: 200, headers: plainHeaders('text/css; charset=utf-8'), body: style };
    case 'own':
      return (await internalPage(parts.pages, request, wish.path, originOf(port))) ?? say('refused');
    case 'incomplete':
      return say('incomplete');
    case 'refused':
      return wish.status === 404 ? say('refused') : bare(wish.status);
    case 'link':
      return say(await parts.onLink(wish.link, wish.text));
  }
}

async function internalPage(pages: readonly InternalPages[], request: IncomingMessage, path: string, origin: string): Promise<Page | null> {
  for (const kind of pages) {
    const page = await kind.answer(request, path, origin);
    if (page !== null) return page;
  }
  return null;
}

/** For whoever is no browser of a person's. */
function bare(status: number): Page {
  return { status, headers: plainHeaders('text/plain; charset=utf-8'), body: '' };
}
