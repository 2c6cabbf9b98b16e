/**
 * Plays a later release of the service over the sandbox, which stays at 2.8.4.
 *
 * Each file of `changes` lists the differences of one area, each with the first release that responds like that and the place
 * where the fact is written. A release is played by the differences that apply to its number, so any number from 2.8.4 on can be played;
 * from 1.0.0 on, which follows 2.8.109, the service has its new name. What a release stores (templates, configuration, owner teams, restricted users) is stored.
 *
 *     // Direct calls within the process, on a clock of the spec's own:
 *     const { call, signIn, service } = await releaseScene(release2886);
 *     // The app's own code on it:
 *     const service = overTestSandbox(await createTestSandbox(), release2886);
 *     const sender = createSender({ transport: service.transport, … });
 *     // Over HTTP and in real time, for a whole app or a browser:
 *     const service = await startRelease(release2826);
 *     onTestFinished(() => service.close());
 *     await api.connections.add({ baseUrl: service.url, … service.projects.demo … });
 *
 * Differences can be left out or added: `startRelease(release2886, { changes: [ownChange, ...changesOf(release2886)] })`. The
 * first in the list sees a request first and its response last. `service.requests` lists what clients sent; `service.state` is
 * for what a spec sets up itself, such as a user whom an admin restricted (`state.restrictedByAdmin.set(userId, reason)`).
 *
 * What no page describes is not played: such a call is passed on to the sandbox.
 */
import type { AccessType } from '#contract/definitions.ts';
import { isAtLeast } from '#contract/releases.ts';
import type { Transport } from '#main/ports/ports.ts';
import { Failure } from '#sandbox/http/failures.ts';
import { findUsableKeySet, type ProjectKeys } from '#sandbox/stores/key-set-store.ts';
import type { TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { allChanges } from './all-changes';
import { type Change, type Exchange, matchPath, type ServiceRequest, type ServiceResponse } from './change';
import { projectOf, Refused, readResponse, refusal } from './exchange';
import { createState, type ReleaseState } from './state';

/** The two releases that were seen on real servers, and the newest one that was read. */
export const release2826 = '2.8.26';
export const release2886 = '2.8.86';
export const release10125 = '1.0.125';

export type Serve = (request: Request) => Promise<Response>;

export interface OverlayOptions {
  readonly release: string;
  /** Keys of a project, for what the overlay itself has to ask the sandbox. */
  readonly keysOf: (projectId: string) => ProjectKeys | undefined;
  /** Instead of those of the release. */
  readonly changes?: readonly Change[];
}

export interface Overlay {
  readonly fetch: Serve;
  /** The same as the app's transport. */
  readonly transport: Transport;
  readonly state: ReleaseState;
  /** Requests of clients below `/api/v1`, oldest first. */
  readonly requests: readonly ServiceRequest[];
}

/** The differences of a release, those first that see a request first. */
export function changesOf(release: string): readonly Change[] {
  return allChanges.filter(({ since, until }) => isAtLeast(release, since) && (until === undefined || !isAtLeast(release, until)));
}

/** Lays a release over a sandbox. */
export function overlay(serve: Serve, { release, keysOf, changes = changesOf(release) }: OverlayOptions): Overlay {
  const state = createState();
  const requests: ServiceRequest[] = [];
  const respond = async (url: URL, request: ServiceRequest): Promise<ServiceResponse> => {
    // The sandbox's own clock: clients judge a token's life by the date of each response.
    let date: string | null = null;
    const ask: Exchange['ask'] = async ({ query = {}, headers = {}, body = null, ...asked }) => {
      const response = await send(serve, url, { ...asked, query, headers, body });
      date = response.headers.get('date') ?? date;
      return response;
    };
    const projectHeaders = (access: AccessType, projectId = projectOf(request)) => headersFor(keysOf(projectId), access, projectId);
    const common = { release, url, state, keysOf, ask, projectHeaders };
    const through = async (at: number, current: ServiceRequest): Promise<ServiceResponse> => {
      const next = nextChange(changes, at, current);
      if (next === null) return ask(current);
      const forward: Exchange['forward'] = (replaced = {}) => through(next.at + 1, { ...current, ...replaced });
      return next.change.respond({ ...common, request: current, params: next.params, forward }).catch(refused);
    };
    const response = await through(0, request);
    date ??= (await readResponse(await serve(new Request(new URL('/health', url))))).headers.get('date');
    if (date !== null) response.headers.set('date', date);
    return response;
  };
  const fetch: Serve = async (request) => {
    const url = new URL(request.url);
    const path = /^\/api\/v1((?:\/.*)?)$/.exec(url.pathname)?.[1];
    if (path === undefined || request.method === 'OPTIONS') return serve(request);
    const { 'x-stack-override-error-status': override, ...headers } = Object.fromEntries(request.headers);
    const body = request.body === null ? null : await request.text();
    const asked = { method: request.method, path, query: Object.fromEntries(url.searchParams), headers, body };
    requests.push(asked);
    const response = finished(await respond(url, asked), override === undefined ? 0 : lastHidden(release));
    if (isAtLeast(release, '1.0.0')) addNewNames(response.headers);
    return response;
  };
  return { fetch, transport: transportOver(fetch), state, requests };
}

/** Lays a release over the sandbox of a spec. */
export function overTestSandbox({ sandbox, store, clock }: TestSandbox, release: string, changes = changesOf(release)): Overlay {
  return overlay((request) => sandbox.fetch(request), { release, keysOf: (id) => findUsableKeySet(store, id, clock.now()), changes });
}

function nextChange(changes: readonly Change[], from: number, { method, path }: ServiceRequest) {
  for (const [offset, change] of changes.slice(from).entries()) {
    const params = change.path === undefined ? {} : matchPath(change.path, path);
    if (params !== null && (change.method ?? method) === method) return { change, params, at: from + offset };
  }
  return null;
}

function send(serve: Serve, { origin }: URL, { method, path, query, headers, body }: ServiceRequest): Promise<ServiceResponse> {
  const url = new URL(`${origin}/api/v1${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return serve(new Request(url, { method, headers, ...(body === null ? {} : { body }) })).then(readResponse);
}

function refused(thrown: unknown): Promise<ServiceResponse> | ServiceResponse {
  if (thrown instanceof Refused) return thrown.response;
  if (thrown instanceof Failure) return refusal(thrown);
  throw thrown;
}

const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishable_client_key'],
  server: ['x-stack-secret-server-key', 'secret_server_key'],
  admin: ['x-stack-super-secret-admin-key', 'super_secret_admin_key'],
} as const;

function headersFor(keys: ProjectKeys | undefined, access: AccessType, projectId: string): Readonly<Record<string, string>> {
  if (keys === undefined) throw new Error(`The keys of project ${projectId} are not known.`);
  const [header, key] = keyHeaders[access];
  return { 'x-stack-project-id': projectId, 'x-stack-access-type': access, [header]: keys[key], 'content-type': 'application/json' };
}

/** The last status that the override header hides (wire/conventions 5; wire/hexclave 2.2). */
const lastHidden = (release: string) => (isAtLeast(release, release2886) ? 499 : 599);

/** Status 200 for failures of endpoints up to that status, where the request wants that. */
function finished({ status, headers, body }: ServiceResponse, last: number): Response {
  const hides = status >= 400 && status <= last && headers.has('x-stack-request-id');
  if (hides) headers.set('x-stack-actual-status', String(status));
  return new Response(body === '' ? null : body, { status: hides ? 200 : status, headers });
}

/** Sends the service's headers also under its new name (wire/hexclave 2.2). */
function addNewNames(headers: Headers): void {
  for (const [name, value] of [...headers]) if (name.startsWith('x-stack-')) headers.set(name.replace('x-stack-', 'x-hexclave-'), value);
}

function transportOver(serve: Serve): Transport {
  return {
    async send({ method, url, headers, body }) {
      const response = await serve(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    },
    close: async () => undefined,
  };
}
