/** The embedded service as a fetch handler. */
import type { AccessType, Variant } from '#contract/definitions.ts';
import { createControlEndpoints } from '../control/control-endpoints';
import { createShiftableClock } from '../control/shiftable-clock';
import { type EndUser, endUserOf } from '../end-user';
import type { Caller, RequestSchemas, SandboxContext } from '../http/context';
import { bodyParsingError, Failure, ServiceFault } from '../http/failures';
import { withOldNames } from '../http/header-names';
import { BodyTooLarge, readBody, readText } from '../http/read-body';
import type { RequestRecorder } from '../http/request-log';
import {
  type Envelope,
  respond,
  respondBare,
  respondFailure,
  respondTooLarge,
  respondUnexpected,
  respondUnknownPath,
} from '../http/respond';
import { createRouter, type RoutedEndpoint } from '../http/router';
import { emptyObject, requireUserForMe, validate } from '../http/validate';
import { createMailDelivery } from '../mail/delivery';
import type { Smtp } from '../mail/smtp';
import { base32Text } from '../random';
import type { Release } from '../releases/release';
import { headerOf, identify, requireAccess } from './guard';
import { type AnyHandler, routesOf, type ServedRoute } from './routes';

interface SandboxDeps extends Omit<SandboxContext, 'delivery' | 'endUser'> {
  /** Delivers emails through the servers of projects that have one. */
  readonly smtp: Smtp;
  /** Hosts on which the sandbox listens or is reachable, besides loopback names. */
  readonly hosts?: readonly string[];
  /** Recorded requests, for the control endpoints. */
  readonly requests?: RequestRecorder | undefined;
  /** Called with errors that became a 500. */
  readonly onFault?: (error: unknown, requestId: string) => void;
}

export interface Sandbox {
  /** Handles a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

const apiPath = /^\/api\/(?:v1|latest|v2beta[1-4])(\/.*)?$/;

/** Creates the service: the API below `/api`, `/health`, and the control endpoints below `/sandbox`. */
export function createSandbox(deps: SandboxDeps): Sandbox {
  const clock = createShiftableClock(deps.clock, deps.store);
  const { store, random, baseUrl, release } = deps;
  const createContext = (requestId: string, endUser: EndUser | null): SandboxContext => {
    const delivery = createMailDelivery(deps.smtp, (error) => deps.onFault?.(error, requestId));
    return { store, clock, random, release, baseUrl, endUser, delivery };
  };
  const served = new Map(routesOf(release).map((route) => [route.name, route]));
  const match = createRouter(served.values());
  const own = createControlEndpoints({ ...createContext('own', null), clock, hosts: deps.hosts ?? [], requests: deps.requests });

  async function serveApi(sent: Request, url: URL): Promise<Response> {
    const request = withOldNames(release, sent);
    if (request.method === 'OPTIONS') return respondBare(release, 200);
    const canonical = canonicalPath(release, url.pathname);
    if (canonical !== url.pathname) return respondBare(release, 308, { location: `${canonical}${url.search}` });
    const path = apiPath.exec(url.pathname)?.[1] ?? (apiPath.test(url.pathname) ? '' : undefined);
    const found = path === undefined ? undefined : match(path);
    const envelope = envelopeOf({ clock, random, release }, request);
    if (found === undefined) return respondUnknownPath(url.href, envelope);
    const route = served.get(found.methods.get(request.method)?.name ?? '');
    if (route === undefined) return respondBare(release, 405);
    const headers: Record<string, string> = {};
    const replyEnvelope = { ...envelope, headers };
    try {
      const common = createContext(envelope.requestId, endUserOf(request.headers));
      const issuerOrigin = release.has('request-issuer') ? brandedOrigin(request, url) : null;
      const context = issuerOrigin === null ? common : { ...common, issuerOrigin };
      return respond(await serveEndpoint(context, route, { request, url, params: found.params, headers }), replyEnvelope);
    } catch (error) {
      if (error instanceof Failure) return respondFailure(error, replyEnvelope);
      if (error instanceof BodyTooLarge) return respondTooLarge(release, error);
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

/** Returns the path without slashes at its end, and from the new name on without doubled ones (wire/conventions 1, wire/hexclave 2.3). */
function canonicalPath(release: Release, path: string): string {
  const single = release.has('new-name') ? path.replace(/\/{2,}/g, '/') : path;
  return single.endsWith('/') ? single.replace(/(?<!\/)\/+$/, '') : single;
}

/** The hosts of the service under its two names, also of its other stages. */
const brandedHost = /^(?:api[123]?|r)((?:\.dev|\.staging)?\.(?:stack-auth|hexclave)\.com)$/i;

/** Returns the origin of the service under the name that the request uses; null for other hosts (wire/hexclave 3.2). */
function brandedOrigin(request: Request, url: URL): string | null {
  const [, domain] = brandedHost.exec(request.headers.get('x-forwarded-host') ?? url.host) ?? [];
  return domain === undefined ? null : `https://api${domain.toLowerCase()}`;
}

function envelopeOf({ clock, random, release }: Pick<SandboxContext, 'clock' | 'random' | 'release'>, request: Request): Envelope {
  return {
    release,
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
async function serveEndpoint(
  context: SandboxContext,
  { endpoint, handler }: ServedRoute,
  { request, url, params, headers }: IncomingRequest,
) {
  const body = await decodeBody(request);
  const caller = await identify(context, request);
  const accepts = typeof handler.accepts === 'function' ? handler.accepts(context.release) : handler.accepts;
  const schemas = schemasOf(
    endpoint,
    handler,
    accepts?.[caller.access === 'server' || caller.access === 'admin' ? 'server' : 'client'],
    caller.access,
  );
  const input = {
    params,
    query: Object.fromEntries(url.searchParams),
    headers: accepts === undefined ? {} : Object.fromEntries(request.headers),
    body,
  };
  const userId = caller.user?.id ?? null;
  requireUserForMe(schemas, input, userId);
  const project = requireAccess(caller, lowestAccess(endpoint));
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

function variantFor({ actors }: RoutedEndpoint, access: Caller['access']): Variant | undefined {
  const client = actors.account ?? actors.none;
  return access === 'server' || access === 'admin' ? (actors.project ?? client) : (client ?? actors.project);
}

/**
 * Returns the schemas of a request. Bodies of DELETE are ignored; reads and lists reject unknown query parameters (wire/conventions
 * 6).
 */
function schemasOf(
  endpoint: RoutedEndpoint,
  handler: AnyHandler,
  wider: RequestSchemas | undefined,
  access: Caller['access'],
): RequestSchemas {
  const variant = variantFor(endpoint, access);
  const query = wider?.query ?? variant?.query ?? (handler.ignoresQuery ? undefined : emptyObject);
  const body = endpoint.method === 'DELETE' ? undefined : (wider?.body ?? variant?.body);
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(query ? { query } : {}),
    ...(wider?.headers ? { headers: wider.headers } : {}),
    ...(body ? { body } : {}),
  };
}

function lowestAccess({ actors }: RoutedEndpoint): AccessType | 'public' {
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
