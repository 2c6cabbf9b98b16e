/** The embedded service as a fetch handler. */
import type { AccessType, Endpoint, Method, Variant } from '#contract/definitions.ts';
import { catalog } from '#contract/service/index.ts';
import { createControlEndpoints } from '../control/control-endpoints';
import { createShiftableClock } from '../control/shiftable-clock';
import { type EndUser, endUserOf } from '../end-user';
import type { Caller, Handler, RequestSchemas, SandboxContext } from '../http/context';
import { bodyParsingError, Failure, ServiceFault } from '../http/failures';
import { BodyTooLarge, readBody, readText } from '../http/read-body';
import {
  type Envelope,
  respond,
  respondBare,
  respondFailure,
  respondTooLarge,
  respondUnexpected,
  respondUnknownPath,
} from '../http/respond';
import { createRouter, type Route } from '../http/router';
import { emptyObject, requireUserForMe, validate } from '../http/validate';
import { createMailDelivery } from '../mail/delivery';
import type { Smtp } from '../mail/smtp';
import { base32Text } from '../random';
import { headerOf, identify, requireAccess } from './guard';
import { handlers } from './handlers';

interface SandboxDeps extends Omit<SandboxContext, 'delivery' | 'endUser'> {
  /** Delivers emails through the servers of projects that have one. */
  readonly smtp: Smtp;
  /** Hosts on which the sandbox listens or is reachable, besides loopback names. */
  readonly hosts?: readonly string[];
  /** Called with errors that became a 500. */
  readonly onFault?: (error: unknown, requestId: string) => void;
}

export interface Sandbox {
  /** Handles a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

/** A handler looked up by its name, whose specific types are unknown. */
type AnyHandler = Pick<Handler<Endpoint>, 'accepts' | 'ignoresQuery' | 'needsUser'> & {
  readonly run: (call: never) => Promise<Parameters<typeof respond>[0]>;
};
type ServedRoute = Route & { readonly handler: AnyHandler };

const apiPath = /^\/api\/(?:v1|latest|v2beta[1-4])(\/.*)?$/;

/** Creates the service: the API below `/api`, `/health`, and the control endpoints below `/sandbox`. */
export function createSandbox(deps: SandboxDeps): Sandbox {
  const clock = createShiftableClock(deps.clock, deps.store);
  const { store, random, baseUrl } = deps;
  const createContext = (requestId: string, endUser: EndUser | null): SandboxContext => {
    const delivery = createMailDelivery(deps.smtp, (error) => deps.onFault?.(error, requestId));
    return { store, clock, random, baseUrl, endUser, delivery };
  };
  const served = new Map(servedRoutes().map((route) => [route.name, route]));
  const match = createRouter(served.values());
  const own = createControlEndpoints({ ...createContext('own', null), clock, hosts: deps.hosts ?? [] });

  async function serveApi(request: Request, url: URL): Promise<Response> {
    if (request.method === 'OPTIONS') return respondBare(200);
    if (url.pathname.endsWith('/')) return respondBare(308, { location: `${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}` });
    const path = apiPath.exec(url.pathname)?.[1] ?? (apiPath.test(url.pathname) ? '' : undefined);
    const found = path === undefined ? undefined : match(path);
    const envelope = envelopeOf({ clock, random }, request);
    if (found === undefined) return respondUnknownPath(url.href, envelope);
    const route = served.get(found.methods.get(request.method as Method)?.name ?? '');
    if (route === undefined) return respondBare(405);
    const headers: Record<string, string> = {};
    const replyEnvelope = { ...envelope, headers };
    try {
      const context = createContext(envelope.requestId, endUserOf(request.headers));
      return respond(await serveEndpoint(context, route, { request, url, params: found.params, headers }), replyEnvelope);
    } catch (error) {
      if (error instanceof Failure) return respondFailure(error, replyEnvelope);
      if (error instanceof BodyTooLarge) return respondTooLarge(error);
      if (!(error instanceof ServiceFault)) deps.onFault?.(error, envelope.requestId);
      return respondUnexpected(replyEnvelope);
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

function servedRoutes(): ServedRoute[] {
  const rows = Object.entries(catalog).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, row]: [string, Endpoint]) => ({ name: `${group}.${name}`, row })),
  );
  const behaviour = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const routes = rows.flatMap(({ name, row }) => atBothPaths(name, row).map((route) => ({ ...route, handler: behaviour[name] })));
  return routes.filter((route): route is ServedRoute => route.handler !== undefined);
}

/** Returns the route, and a second one if newer releases moved the endpoint. */
function atBothPaths(name: string, row: Endpoint): Route[] {
  const here = { name, row };
  return row.moved ? [here, { name: `${name}, moved`, row: { ...row, path: row.moved.path } }] : [here];
}

function envelopeOf({ clock, random }: Pick<SandboxContext, 'clock' | 'random'>, request: Request): Envelope {
  return {
    requestId: base32Text(random, 16),
    now: clock.now(),
    overrideStatus: request.headers.has('x-stack-override-error-status'),
    accept: request.headers.get('accept') ?? '',
    headers: {},
  };
}

interface IncomingRequest {
  readonly request: Request;
  readonly url: URL;
  readonly params: unknown;
  /** Headers of the response, also of failures. */
  readonly headers: Record<string, string>;
}

/** Processes a request in the service's order of checks (wire/conventions 3). */
async function serveEndpoint(context: SandboxContext, { row, handler }: ServedRoute, { request, url, params, headers }: IncomingRequest) {
  const body = await decodeBody(request);
  const caller = await identify(context, request);
  const schemas = schemasOf(row, handler, caller.access);
  const input = {
    params,
    query: Object.fromEntries(url.searchParams),
    headers: handler.accepts === undefined ? {} : Object.fromEntries(request.headers),
    body,
  };
  const userId = caller.user?.id ?? null;
  requireUserForMe(schemas, input, userId);
  const project = requireAccess(caller, lowestAccess(row));
  const read = validate(schemas, input, userId, {
    method: request.method,
    pathname: url.pathname,
    needsUser: handler.needsUser ?? false,
  });
  const header = (name: string) => headerOf(request, name);
  const setHeader = (name: string, value: string) => {
    headers[name] = value;
  };
  const reply = await handler.run({ ...context, ...read, caller, project, url, header, setHeader } as never);
  await context.delivery.settled();
  return reply;
}

function variantFor({ actors }: Endpoint, access: Caller['access']): Variant | undefined {
  const client = actors.account ?? actors.none;
  return access === 'server' || access === 'admin' ? (actors.project ?? client) : (client ?? actors.project);
}

/**
 * Returns the schemas of a request. Bodies of DELETE are ignored; reads and lists reject unknown query parameters (wire/conventions
 * 6).
 */
function schemasOf(row: Endpoint, handler: AnyHandler, access: Caller['access']): RequestSchemas {
  const variant = variantFor(row, access);
  const wider = handler.accepts?.[access === 'server' || access === 'admin' ? 'server' : 'client'];
  const query = wider?.query ?? variant?.query ?? (handler.ignoresQuery ? undefined : emptyObject);
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
  const accepted = Object.values(actors).map(({ access }) => access);
  return levels.find((level) => accepted.includes(level)) ?? 'admin';
}

/**
 * Decodes a request's body. Returns undefined if there is none or the method has none.
 *
 * Throws BODY_PARSING_ERROR for invalid JSON (including empty text), too deeply nested JSON, and unknown content types. Throws
 * `BodyTooLarge`.
 */
async function decodeBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const contentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  switch (contentType) {
    case '':
      return undefined;
    case 'application/json':
      return parseJson(await readText(request));
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(await readText(request)));
    case 'text/plain':
      return readText(request);
    case 'application/octet-stream':
      return readBody(request);
    default:
      throw bodyParsingError(`Unknown content type in request body: ${contentType}`);
  }
}

/** Maximum nesting depth: more than anything the service stores, and far from exhausting the stack. */
const maxDepth = 200;

function parseJson(text: string): unknown {
  const value = parsed(text);
  if (value === undefined || isDeeper(value, maxDepth)) throw bodyParsingError('Invalid JSON in request body');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
