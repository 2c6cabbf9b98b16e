/** The loopback server for callbacks: from providers, from links in emails, and of the pages for passkeys and confirmations. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { Translator } from '#messages/translator.ts';
import { createConnectionGate, type GateDeps } from '../loopback/connection-gate';
import { type LoopbackListener, listenOnLoopback } from '../loopback/loopback-listener';
import type { Clock } from '../ports/ports';
import type { PendingWrites } from '../runtime/pending';
import { type JsonFile, jsonFile, type UnreadableFile } from '../storage/json-file';
import { checkRequest } from './check-request';
import { type Page, type PageKind, plainHeaders, plainPage, style } from './page-text';
import type { ParsedLink } from './parse-link';

/** One kind of page below `/latchkey/`, separate from the handler routes. */
export interface InternalPages {
  /**
   * Returns the response to a request; null when the path is not one of these pages. `path` has no leading `/latchkey/` and no query,
   * `origin` is the server's, like `http://localhost:47810`. The server has checked only the `Host` header.
   */
  answer(request: IncomingMessage, path: string, origin: string): Promise<Page | null>;
}

export interface CallbackServerDeps extends GateDeps {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly file: JsonFile<ListenerState>;
  /** Receives the changes of the file, so that the app waits for those whose caller doesn't. */
  readonly pendingWrites: Pick<PendingWrites, 'add'>;
  /** Returns the first port to try. */
  readonly wantedPort: () => number;
  /** Returns the paths below which handler pages are. */
  readonly bases: () => readonly string[];
  readonly translator: () => Translator;
  /** Handles a valid link; resolves to the kind of page for the browser. */
  readonly onLink: (link: ParsedLink, text: string) => Promise<PageKind>;
  /** Tried in order for a path below `/latchkey/`. */
  readonly pages: readonly InternalPages[];
}

export interface CallbackServer {
  /**
   * Starts the server if it isn't listening yet, and remembers that a callback is expected for this long. Resolves to the origin,
   * `http://localhost:{port}`. Throws `cancelled` once it is closed.
   */
  listenFor(milliseconds: number): Promise<string>;
  /** Returns the origin that `listenFor` will return unless its port is in use, without listening. */
  likelyOrigin(): string;
  /** Listens on the port of an earlier run if its callbacks are still expected. */
  load(): Promise<void>;
  close(): Promise<void>;
}

export function createCallbackServer(deps: CallbackServerDeps): CallbackServer {
  const { clock, file, pendingWrites } = deps;
  let listening: Promise<LoopbackListener> | null = null;
  let isClosed = false;

  const listen = (wanted: number): Promise<LoopbackListener> => {
    listening ??= open(deps, wanted).catch((thrown) => {
      // The next caller tries again.
      listening = null;
      throw thrown;
    });
    return listening;
  };

  return {
    async listenFor(milliseconds) {
      // A sign-in that continues while the app closes would leave a server that nothing closes.
      if (isClosed) throw fail('cancelled');
      const { port } = await listen(deps.wantedPort());
      const until = Math.ceil(clock.now() + milliseconds);
      // If the profile can't be written, only callbacks after a restart are lost.
      const storing = file.update((known) => ({ port, until: Math.max(until, known?.until ?? 0) }));
      await pendingWrites.add(storing).catch(() => undefined);
      return originOf(port);
    },
    likelyOrigin: () => originOf(deps.wantedPort()),
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

function originOf(port: number): string {
  return `http://localhost:${port}`;
}

/** Number of ports that are tried, starting with the preferred one, before the system chooses. */
const maxNeighbors = 20;
const maxHeaderBytes = 16_384;

async function open(deps: CallbackServerDeps, preferred: number): Promise<LoopbackListener> {
  let port = 0;
  const http = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) => void answer(deps, port, request, response));
  http.on('clientError', (_error, socket) => socket.destroy());
  const neighbors = Array.from({ length: maxNeighbors }, (_none, index) => preferred + index).filter((one) => one <= 65_535);
  const listener = await listenOnLoopback(createConnectionGate(http, deps), [...neighbors, 0]);
  port = listener.port;
  return listener;
}

async function answer(deps: CallbackServerDeps, port: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.on('error', () => undefined);
  const page = await pageFor(deps, port, request).catch((): Page => bare(500));
  response.writeHead(page.status, { ...page.headers, 'content-length': Buffer.byteLength(page.body) });
  response.end(page.body);
}

async function pageFor(deps: CallbackServerDeps, port: number, request: IncomingMessage): Promise<Page> {
  const { method = '', url = '', headers } = request;
  const parsed = checkRequest({ method, url, headers }, port, deps.bases());
  const say = (kind: PageKind) => plainPage(kind, deps.translator());
  switch (parsed.kind) {
    case 'style':
      return { status: 200, headers: plainHeaders('text/css; charset=utf-8'), body: style };
    case 'own':
      return (await internalPage(deps.pages, request, parsed.path, originOf(port))) ?? say('refused');
    case 'incomplete':
      return say('incomplete');
    case 'refused':
      return parsed.status === 404 ? say('refused') : bare(parsed.status);
    case 'link':
      return say(await deps.onLink(parsed.link, parsed.text));
  }
}

async function internalPage(pages: readonly InternalPages[], request: IncomingMessage, path: string, origin: string): Promise<Page | null> {
  for (const kind of pages) {
    const page = await kind.answer(request, path, origin);
    if (page !== null) return page;
  }
  return null;
}

/** Returns an empty page, for clients that aren't a user's browser. */
function bare(status: number): Page {
  return { status, headers: plainHeaders('text/plain; charset=utf-8'), body: '' };
}

/** `until` in milliseconds since the epoch. */
const schema = z.strictObject({ port: z.int().min(1).max(65_535), until: z.int() }).nullable();
export type ListenerState = z.output<typeof schema>;

export function listenerStateFile(
  profileFolder: string,
  clock: Clock,
  onUnreadableFile: (what: UnreadableFile) => void,
): JsonFile<ListenerState> {
  const path = join(profileFolder, 'handler-server.json');
  return jsonFile({ path, format: 'latchkey/handler-server', version: 1, schema, initial: null }, clock, onUnreadableFile);
}
