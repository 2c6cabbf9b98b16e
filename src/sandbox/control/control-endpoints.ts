/** Endpoints beside the service's API: health, stored images, and below `/sandbox` the clock, the mailbox, recorded requests and the mock providers. */
import { z } from 'zod';
import { sendDueEmails } from '../emails/outbox';
import type { SandboxContext } from '../http/context';
import { BodyTooLarge, readText } from '../http/read-body';
import type { RequestRecorder } from '../http/request-log';
import { setReachable } from '../idp/client';
import { serveIdp } from '../idp/endpoints';
import { isProviderId, type ProviderId } from '../idp/providers';
import { setRefusesBots } from '../sign-in/sign-up-input';
import { emptyMailbox, listMailbox } from '../stores/email-store';
import { findFile } from '../stores/file-store';
import { managedStatuses, setManagedStatus } from '../stores/managed-domain-store';
import { createControlAccess } from './control-access';
import type { ShiftableClock } from './shiftable-clock';

export const maxListed = 1000;

const advance = z.strictObject({
  advance_millis: z
    .int()
    .min(0)
    .max(10 * 366 * 86_400_000),
});
const limit = z.string().regex(/^\d+$/).default('50').transform(Number).pipe(z.number().min(1).max(maxListed));
const mailbox = z.strictObject({ to: z.string().min(1).nullable().default(null), limit });
const recorded = z.strictObject({ limit });
const managedDomain = z.strictObject({ domain_id: z.string(), status: z.enum(managedStatuses) });
const botChallenge = z.strictObject({ refuses: z.boolean() });
const identityProvider = z.strictObject({
  provider: z.custom<ProviderId>((id) => typeof id === 'string' && isProviderId(id)),
  reachable: z.boolean(),
});

type ControlEndpoint = (request: Request, url: URL) => Promise<Response>;

interface ControlEndpointsDeps extends SandboxContext {
  readonly clock: ShiftableClock;
  /** Hosts on which the sandbox listens or is reachable, besides loopback names. */
  readonly hosts: readonly string[];
  /** Recorded requests; undefined if they aren't recorded. */
  readonly requests?: RequestRecorder | undefined;
}

/**
 * Creates the handler of `GET /health`, `POST /sandbox/clock`, `GET` and `DELETE /sandbox/mailbox` and `/sandbox/requests`,
 * `POST /sandbox/bot-challenge`, `POST /sandbox/identity-provider`, `POST /sandbox/managed-domain`, and the mock providers. Other paths get 404.
 *
 * Health belongs to the service and is public, like images, whose URLs can't be guessed. Web pages must not use the rest, hence `createControlAccess` and no CORS headers.
 * Requests that change something are JSON or DELETE, which browsers send to another origin only after a preflight.
 */
export function createControlEndpoints(deps: ControlEndpointsDeps): ControlEndpoint {
  const { clock, store } = deps;
  const refusalOf = createControlAccess(deps.hosts);
  const respond = (status: number, body: unknown) => respondJson(status, body, clock.now());
  const calls: Readonly<Record<string, ControlEndpoint>> = {
    'POST /sandbox/clock': async (request, url) => {
      const input = advance.safeParse(await jsonOf(request));
      if (!input.success || url.search !== '')
        return respond(400, { error: 'Send JSON: {"advance_millis": a whole number of 0 or more}.' });
      return respond(200, { now_millis: clock.advance(input.data.advance_millis) });
    },
    'GET /sandbox/mailbox': async (_request, url) => {
      const input = mailbox.safeParse(optionsOf(url));
      sendDueEmails(deps);
      if (input.success) return respond(200, { items: listMailbox(store, input.data) });
      return respond(400, { error: `The options are "to", an email address, and "limit", a whole number from 1 to ${maxListed}.` });
    },
    'DELETE /sandbox/mailbox': async (_request, url) => {
      if (url.search !== '') return respond(400, { error: 'The whole mailbox is emptied; there are no options.' });
      emptyMailbox(store);
      return respond(200, { success: true });
    },
    'POST /sandbox/bot-challenge': async (request, url) => {
      const input = botChallenge.safeParse(await jsonOf(request));
      if (!input.success || url.search !== '') return respond(400, { error: 'Send JSON: {"refuses": true or false}.' });
      setRefusesBots(store, input.data.refuses);
      return respond(200, { success: true });
    },
    'POST /sandbox/identity-provider': async (request, url) => {
      const input = identityProvider.safeParse(await jsonOf(request));
      if (!input.success || url.search !== '')
        return respond(400, { error: 'Send JSON: {"provider": the ID of an identity provider, "reachable": true or false}.' });
      setReachable(store, input.data.provider, input.data.reachable);
      return respond(200, { success: true });
    },
    'POST /sandbox/managed-domain': async (request, url) => {
      const input = managedDomain.safeParse(await jsonOf(request));
      if (!input.success || url.search !== '')
        return respond(400, { error: `Send JSON: {"domain_id": "…", "status": one of ${managedStatuses.join(', ')}}.` });
      const isKnown = setManagedStatus(store, input.data.domain_id, input.data.status, clock.now());
      return isKnown ? respond(200, { success: true }) : respond(404, { error: 'There is no managed domain with this ID.' });
    },
    ...requestCalls(deps, respond),
  };
  return async (request, url) => {
    if (url.pathname === '/health') return health(deps, request, url);
    const [, fileId] = /^\/files\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
    if (fileId !== undefined) return serveFile(deps, request, fileId);
    const refusal = refusalOf(request, url);
    if (refusal !== null) return respond(403, { error: refusal });
    try {
      const call = calls[`${request.method} ${url.pathname}`];
      const response = call ? await call(request, url) : await serveIdp(deps, request, url);
      return response ?? respond(404, { error: 'Not found.' });
    } catch (error) {
      if (error instanceof BodyTooLarge) return respond(413, { error: error.message });
      throw error;
    }
  };
}

const notRecorded = { error: 'Requests are not recorded. Start the sandbox with --record-requests.' };

/** Without a recorder, the paths say how to get one. */
function requestCalls(
  { requests }: ControlEndpointsDeps,
  respond: (status: number, body: unknown) => Response,
): Readonly<Record<string, ControlEndpoint>> {
  return {
    'GET /sandbox/requests': async (_request, url) => {
      const input = recorded.safeParse(optionsOf(url));
      if (requests === undefined) return respond(404, notRecorded);
      if (input.success) return respond(200, { items: requests.list(input.data.limit) });
      return respond(400, { error: `The option is "limit", a whole number from 1 to ${maxListed}.` });
    },
    'DELETE /sandbox/requests': async (_request, url) => {
      if (requests === undefined) return respond(404, notRecorded);
      if (url.search !== '') return respond(400, { error: 'All recorded requests are deleted; there are no options.' });
      requests.clear();
      return respond(200, { success: true });
    },
  };
}

async function health({ store, clock }: SandboxContext, { method }: Request, url: URL): Promise<Response> {
  if (method !== 'GET') return respondJson(404, { error: 'Not found.' }, clock.now());
  if (url.searchParams.has('db')) store.one('SELECT 1');
  return respondJson(200, { status: 'ok' }, clock.now());
}

function serveFile({ store, clock }: SandboxContext, { method }: Request, id: string): Response {
  const file = method === 'GET' ? findFile(store, id) : undefined;
  if (file === undefined) return respondJson(404, { error: 'Not found.' }, clock.now());
  return new Response(file.bytes, {
    headers: {
      'content-type': file.type,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      date: new Date(clock.now()).toUTCString(),
    },
  });
}

function respondJson(status: number, body: unknown, now: number): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', date: new Date(now).toUTCString() },
  });
}

/** Returns the query, with a list for a repeated name, which no option accepts. */
function optionsOf({ searchParams }: URL): Readonly<Record<string, string | readonly string[]>> {
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [value = '', ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return undefined;
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
