/** The embedded service: a fetch handler over the catalogue. */
import type { AccessType, Endpoint, Method, Variant } from '../../contract/kit';
import { catalogue } from '../../contract/service';
import { createOwnCalls } from '../control/control-endpoints';
import { shiftableClock } from '../control/shiftable-clock';
import { createPost } from '../emails/delivery';
import type { Smtp } from '../emails/smtp';
import { base32Text } from '../random';
import type { Caller, Handler, Shapes, Surroundings } from './context';
import { decodeBody } from './decode-body';
import { type EndUser, endUserOf } from './end-user';
import { Failure } from './failures';
import { headerOf, identify, requireAccess } from './guard';
import { handlers } from './handlers';
import { BodyTooLarge } from './read-body';
import { type Envelope, respond, respondBare, respondFailure, respondTooLarge, respondUnexpected, respondUnknownPath } from './respond';
import { createRouter, type Route } from './router';
import { nothing, requireUserForMe, validate } from './validate';

export interface SandboxParts extends Omit<Surroundings, 'post' | 'endUser'> {
  /** Brings mails to the servers of projects that have one. */
  readonly smtp: Smtp;
  /** Hosts the sandbox listens on or is known under, besides loopback names. */
  readonly hosts?: readonly string[];
  /** Hears of what became a 500. */
  readonly onFault?: (error: unknown, requestId: string) => void;
}

export interface Sandbox {
  /** Answers one request. Never throws. */
  fetch(request: Request): Promise<Response>;
}

/** The table is typed row by row; once a row was found by its name only this remains. */
type AnyHandler = Pick<Handler<Endpoint>, 'accepts' | 'ignoresQuery' | 'needsUser'> & {
  readonly run: (call: never) => Promise<Parameters<typeof respond>[0]>;
};
type Served = Route & { readonly handler: AnyHandler };

const apiPath = /^\/api\/(?:v1|latest|v2beta[1-4])(\/.*)?$/;

/** Serves the API of the wire reference below `/api`, `/health`, and the sandbox's own calls below `/sandbox`. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const clock = shiftableClock(parts.clock, parts.store);
  const { store, random, baseUrl } = parts;
  const surroundingsOf = (requestId: string, endUser: EndUser | null): Surroundings => {
    const post = createPost(parts.smtp, (error) => parts.onFault?.(error, requestId));
    return { store, clock, random, baseUrl, endUser, post };
  };
  const served = new Map(servedRoutes().map((route) => [route.name, route]));
  const match = createRouter(served.values());
  const own = createOwnCalls({ ...surroundingsOf('own', null), clock, hosts: parts.hosts ?? [] });

  async function serveApi(request: Request, url: URL): Promise<Response> {
    if (request.method === 'OPTIONS') return respondBare(200);
    if (url.pathname.endsWith('/')) return respondBare(308, { location: `${url.pathname.replace(/\/+$/, '')}${url.search}` });
    const path = apiPath.exec(url.pathname)?.[1] ?? (apiPath.test(url.pathname) ? '' : undefined);
    const found = path === undefined ? undefined : match(path);
    const envelope = envelopeOf({ clock, random }, request);
    if (found === undefined) return respondUnknownPath(url.href, envelope);
    const route = served.get(found.methods.get(request.method as Method)?.name ?? '');
    if (route === undefined) return respondBare(405);
    const headers: Record<string, string> = {};
    const answered = { ...envelope, headers };
    try {
      const surroundings = surroundingsOf(envelope.requestId, endUserOf(request.headers));
      return respond(await serveRow(surroundings, route, { request, url, params: found.params, headers }), answered);
    } catch (error) {
      if (error instanceof Failure) return respondFailure(error, answered);
      if (error instanceof BodyTooLarge) return respondTooLarge(error);
      parts.onFault?.(error, envelope.requestId);
      return respondUnexpected(answered);
    }
  }

  return {
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return serveApi(request, url);
      return own(request, url);
    },
  };
}

function servedRoutes(): Served[] {
  const rows = Object.entries(catalogue).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, row]: [string, Endpoint]) => ({ name: `${group}.${name}`, row })),
  );
  const behaviour = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const routes = rows.flatMap(({ name, row }) => atBothPaths(name, row).map((route) => ({ ...route, handler: behaviour[name] })));
  return routes.filter((route): route is Served => route.handler !== undefined);
}

/** A row that later releases have elsewhere is served there as well. */
function atBothPaths(name: string, row: Endpoint): Route[] {
  const here = { name, row };
  return row.moved ? [here, { name: `${name}, moved`, row: { ...row, path: row.moved.path } }] : [here];
}

function envelopeOf({ clock, random }: Pick<Surroundings, 'clock' | 'random'>, request: Request): Envelope {
  return {
    requestId: base32Text(random, 16),
    now: clock.now(),
    overrideStatus: request.headers.has('x-stack-override-error-status'),
    accept: request.headers.get('accept') ?? '',
    headers: {},
  };
}

interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly params: unknown;
  /** Of the answer, whatever it becomes. */
  readonly headers: Record<string, string>;
}

/** One request through the service's order of checks (wire/conventions 3). */
async function serveRow(surroundings: Surroundings, { row, handler }: Served, { request, url, params, headers }: Asked) {
  const body = await decodeBody(request);
  const caller = await identify(surroundings, request);
  const shapes = shapesOf(row, handler, caller.access);
  const input = {
    params,
    query: Object.fromEntries(url.searchParams),
    headers: handler.accepts === undefined ? {} : Object.fromEntries(request.headers),
    body,
  };
  const userId = caller.user?.id ?? null;
  requireUserForMe(shapes, input, userId);
  const project = requireAccess(caller, lowestAccess(row));
  const read = validate(shapes, input, userId, {
    method: request.method,
    pathname: url.pathname,
    needsUser: handler.needsUser ?? false,
  });
  const header = (name: string) => headerOf(request, name);
  const setHeader = (name: string, value: string) => {
    headers[name] = value;
  };
  const answer = await handler.run({ ...surroundings, ...read, caller, project, url, header, setHeader } as never);
  await surroundings.post.delivered();
  return answer;
}

function variantFor({ actors }: Endpoint, access: Caller['access']): Variant | undefined {
  const client = actors.account ?? actors.none;
  return access === 'server' || access === 'admin' ? (actors.project ?? client) : (client ?? actors.project);
}

/** Bodies of DELETE are not looked at; reads and lists know every query parameter they take (wire/conventions 6). */
function shapesOf(row: Endpoint, handler: AnyHandler, access: Caller['access']): Shapes {
  const variant = variantFor(row, access);
  const wider = handler.accepts?.[access === 'server' || access === 'admin' ? 'server' : 'client'];
  const query = wider?.query ?? variant?.query ?? (handler.ignoresQuery ? undefined : nothing);
  const body = row.method === 'DELETE' ? undefined : (wider?.body ?? variant?.body);
  return {
    ...(row.params ? { params: row.params } : {}),
    ...(query ? { query } : {}),
    ...(wider?.headers ? { headers: wider.headers } : {}),
    ...(body ? { body } : {}),
  };
}

function lowestAccess({ actors }: Endpoint): AccessType | 'public' {
  const levels = ['public', 'client', 'server', 'admin'] as const;
  const asked = Object.values(actors).map(({ access }) => access);
  return levels.find((level) => asked.includes(level)) ?? 'admin';
}
