/** The request sender: the only module that sends calls to the service. */
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import type { Diagnosis } from '#contract/bridge/diagnostics.ts';
import type { AccessType, ActorOf, Endpoint, InputOf, ResponseOf, Variant } from '#contract/definitions.ts';
import { AppError, fail } from '#contract/errors.ts';
import { maxActionBytes } from '#contract/limits.ts';
import type { CancelSignal, Clock, Transport, TransportLimits, TransportResponse } from '../ports/ports';
import type { WriteOrigin, WriteRecorder } from '../ports/write-recorder';
import { shareCalls } from '../runtime/pending';
import type { CallWatch } from './call-watch';
import { abortable, assertNotStopped, type CancelSignals, combineSignals, wait } from './cancellation';
import type { OldValues } from './old-values';
import type { ProjectKeys } from './project-keys';
import { type Recording, recordWrite } from './recorded-writes';
import { createRedactor } from './redact';
import { adaptInput } from './releases/adapt-input';
import { readAllPages } from './releases/all-pages';
import { dependsOnRelease, resolveEndpoint } from './releases/resolve-endpoint';
import {
  addressOf,
  bodyOf,
  createNonces,
  type EndpointInput,
  type HeaderPrefix,
  headersOf,
  type NewNonce,
  type Proof,
  secretsOf,
} from './request';
import { createPacer, type Pacer } from './response/pacer';
import { readResponse } from './response/response';
import {
  backoff,
  chance,
  isNetworkFailure,
  isOwnerTokenRejected,
  isTokenRejected,
  maxHiddenPauseMillis,
  maxPauseMillis,
  maxTries,
  mayMeanNoOwner,
  mayMeanNoUser,
  mayMeanUnknownHeaders,
  mayRepeat,
  parseHttpDate,
  retryAfter,
} from './retry';
import { stoppedInstead } from './stopped-service';

/** Limits of every request, in milliseconds and bytes. Each endpoint has its own limit for the response. */
export const limits: TransportLimits = { connect: 10_000, headers: 30_000, idle: 30_000, total: 300_000, bodyBytes: maxActionBytes };

/** A source of an account's tokens. */
export interface TokenSource {
  /** Resolves to tokens that are valid long enough for a request, refreshed first if necessary. */
  tokens(): Promise<{ access: string; refresh: string | null }>;
  /** Reports that the service refused the access token. */
  refuse(access: string): void;
  /**
   * Checks with the service whether the user of these tokens was deleted, and ends the session if so. Called after errors that may
   * mean that.
   */
  hasLostUser?(): Promise<boolean>;
}

/** Reads the known features of the service's release; resolves to an empty object if they can't be detected. */
type ReadFeatures = () => Promise<KnownFeatures>;

/** The server and project of a call, and the credentials that it may use. */
export interface Target {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly keys: ProjectKeys;
  /** Identifies the server and the project as the connection names them; undefined for a target without a connection. */
  readonly destination?: string;
  /** The session of the project's owner on project `internal`; its access token proves any access type. */
  readonly owner?: TokenSource;
  /** Read only by calls that depend on the release; they wait for the first detection. */
  readonly features?: ReadFeatures;
  /** Returns the names of headers that the service is known to have; those under its former name if undefined. Doesn't wait for a detection. */
  readonly headerPrefix?: () => HeaderPrefix;
  /** Receives the `Date` header of each response. */
  readonly onServerTime?: (date: string) => void;
  /**
   * Resolves when the server at the base URL may receive a secret key; undefined if it may. Throws the errors of a check, and
   * `server-unconfirmed`.
   */
  readonly ensureServer?: () => Promise<void>;
  /** Aborted when the service at this address has stopped; calls then fail with `sandbox-stopped`. */
  readonly stopped?: AbortSignal;
  /** Never set: a target of the connection records, which the session has not completed, has this mark and can't be sent to. */
  readonly isComplete?: never;
}

export interface SendOptions {
  readonly session?: TokenSource;
  /** Refresh token of calls that send no access token. */
  readonly refreshToken?: string;
  readonly signal?: CancelSignal | undefined;
  /** Receives the pauses between tries, and can cancel the call. Without it, the call fails instead of pausing for more than 30 s. */
  readonly watch?: CallWatch;
  /** Sends without retries and without diagnosis, for connection tests that the user waits for. */
  readonly once?: boolean;
  /** Throws when the call is no longer allowed. Runs right before each request, after all waits. */
  readonly assertAllowed?: () => void;
  /** What has to be stored before the first byte, beside the journal. The call fails with its error. */
  readonly stored?: Promise<void>;
  /** Runs right before each request, once it is allowed. */
  readonly onRequest?: () => void;
  /** Checks a successful response beyond the endpoint's schema. The call fails with the error that it throws. */
  readonly check?: (response: TransportResponse) => Promise<void>;
  /** Keeps fields that the schema doesn't know, without those that may be secret. */
  readonly keepUnknown?: boolean;
  /** From where a write is made, for the journal. */
  readonly origin?: WriteOrigin;
}

/** The options of a call. A write that the journal records says from where it is made. */
export type OptionsOf<E extends Endpoint> = E extends { readonly journal: { readonly subject: unknown } }
  ? [options: SendOptions & { readonly origin: WriteOrigin }]
  : [options?: SendOptions];

/** Receives the response of a read, with the server and project as connections name them. */
export type ReadListener = (endpoint: Endpoint, read: { destination: string | undefined; input: EndpointInput; value: unknown }) => void;

export interface SenderDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly clientVersion: string;
  /** Diagnoses the connection to a service that could not be reached. */
  readonly diagnose?: (baseUrl: string) => Promise<Diagnosis>;
  /** Is notified of every write. Reads pass without it. */
  readonly recorder?: WriteRecorder;
  /** Gives recorded writes their old values. */
  readonly oldValues?: OldValues;
  /** Receives the response of each read. */
  readonly onRead?: ReadListener;
}

export interface Sender {
  /** Calls an endpoint as an actor and resolves to its parsed response. Rejects with an `AppError`. */
  send<E extends Endpoint, A extends ActorOf<E>>(
    endpoint: E,
    actor: A,
    target: Target,
    input: InputOf<E, A>,
    ...options: OptionsOf<E>
  ): Promise<ResponseOf<E, A>>;
  /** Calls an endpoint that is known only at run time, with input that is already parsed. */
  sendEndpoint(endpoint: Endpoint, variant: Variant, target: Target, input: EndpointInput, options?: SendOptions): Promise<unknown>;
}

/** Creates the request sender. It retains nothing of a request after it completes. */
export function createSender({ diagnose, ...rest }: SenderDeps): Sender {
  const { clock, random } = rest;
  const deps: Deps = {
    ...rest,
    pacer: createPacer(clock),
    newNonce: createNonces(random),
    ...(diagnose ? { diagnose: shareCalls(diagnose) } : {}),
  };
  const sendOne: Sender['sendEndpoint'] = (endpoint, variant, target, input, options = {}) => {
    const stop = combineSignals(options.signal, target.stopped, options.watch?.signal);
    const call = { endpoint, variant, target, input };
    const sending = (endpoint.effect === 'read' ? sendRead : sendWrite)(deps, call, options, { stop, sendEndpoint });
    return stop.release === undefined ? sending : sending.finally(stop.release);
  };
  const sendAll: Sender['sendEndpoint'] = async (endpoint, variant, target, input, options = {}) => {
    const keep = deps.oldValues?.reading({ endpoint, variant, target, input }, options);
    const response = await sendOne(endpoint, variant, target, input, options);
    const query = input.query as Readonly<Record<string, unknown>> | undefined;
    const all = await readAllPages(response, (cursor) =>
      sendOne(endpoint, variant, target, { ...input, query: { ...query, cursor } }, options),
    );
    keep?.(all);
    return all;
  };
  const sendEndpoint: Sender['sendEndpoint'] = (endpoint, variant, target, input, options) =>
    (endpoint.mayBePaged === undefined ? sendOne : sendAll)(endpoint, variant, target, input, options);
  return {
    sendEndpoint,
    send: (endpoint, actor, target, input, ...[options]) => {
      const variant = endpoint.actors[actor];
      if (variant === undefined) throw fail('internal');
      return sendEndpoint(endpoint, variant, target, input as EndpointInput, options) as Promise<ResponseOf<typeof endpoint, typeof actor>>;
    },
  };
}

interface Deps extends SenderDeps {
  readonly pacer: Pacer;
  readonly newNonce: NewNonce;
}

interface Call {
  readonly endpoint: Endpoint;
  readonly variant: Variant;
  readonly target: Target;
  readonly input: EndpointInput;
}

interface Sending extends Pick<Sender, 'sendEndpoint'> {
  readonly stop: CancelSignals;
}

async function sendRead(deps: Deps, call: Call, options: SendOptions, { stop }: Sending): Promise<unknown> {
  // A list that may have pages is kept as a whole.
  const keep = call.endpoint.mayBePaged ? undefined : deps.oldValues?.reading(call, options);
  const value = await sendUntilDone(deps, call, options, stop);
  keep?.(value);
  deps.onRead?.(call.endpoint, { destination: call.target.destination, input: call.input, value });
  return value;
}

/** Sends a write that is recorded before its first byte, with its old value, and with its outcome. */
async function sendWrite(deps: Deps, call: Call, options: SendOptions, { stop, sendEndpoint }: Sending): Promise<unknown> {
  const { recorder, oldValues } = deps;
  if (recorder === undefined) return sendUntilDone(deps, call, options, stop);
  const { endpoint, target, input } = call;
  const { destination } = target;
  const read = (of: Endpoint, variant: Variant, asked: EndpointInput, own: object) => sendEndpoint(of, variant, target, asked, own);
  const before = recorder.wantsOldValue?.(endpoint) === true ? await oldValues?.of(call, { options, stop, read }) : undefined;
  const origin = before === undefined ? options.origin : { source: 'app' as const, ...options.origin, before };
  const forget = () => (destination === undefined ? undefined : oldValues?.forget(destination));
  forget();
  const write = { endpoint, input, destination, origin, hasSession: options.session !== undefined };
  return recordWrite(recorder, write, (recording) => sendUntilDone(deps, call, options, stop, recording)).finally(forget);
}

async function sendUntilDone(deps: Deps, call: Call, options: SendOptions, stop: CancelSignals, recording?: Recording): Promise<unknown> {
  const { variant, target } = call;
  const features = needsFeatures(call.endpoint, target) ? await abortable(featuresFor(call.endpoint, target), stop) : {};
  const endpoint = resolveEndpoint(call.endpoint, features);
  const input = adaptInput(call.endpoint, call.input, features);
  const renewed: TokenSource[] = [];
  const tryLimit = options.once ? 1 : maxTries;
  let prefix = target.headerPrefix?.() ?? 'x-stack-';
  for (let number = 1; ; number += 1) {
    assertNotStopped(stop);
    const used = await abortable(credentials(variant, target, options, stop), stop);
    await recording?.start(used);
    await options.stored;
    assertNotStopped(stop);
    options.assertAllowed?.();
    options.onRequest?.();
    const attempt = await tryOnce(deps, { endpoint, variant, target, input, used, prefix, signal: stop.signal, options });
    if (attempt.ok) {
      recording?.responded(attempt.response);
      return attempt.value;
    }
    const { error } = attempt;
    if (target.stopped?.aborted) throw await stoppedInstead(error, deps.clock, target.stopped);
    if (prefix === 'x-hexclave-' && !options.once && mayMeanUnknownHeaders(error)) {
      // An earlier release was installed since the detection.
      prefix = 'x-stack-';
      continue;
    }
    const stale = used.staleAfter(error);
    if (stale && !renewed.includes(stale.source)) {
      renewed.push(stale.source);
      stale.source.refuse(stale.access);
      continue;
    }
    if (number >= tryLimit || !mayRepeat(error, endpoint.idempotent)) throw await explained(error, deps, target, options, stop);
    const delay = attempt.retryAfter ?? backoff(number, chance(deps.random));
    if (delay > (options.watch === undefined ? maxHiddenPauseMillis : maxPauseMillis)) throw tooLong(error, deps.clock.now() + delay);
    options.watch?.pause(number + 1, delay);
    await wait(deps.clock, delay, stop);
  }
}

/** Returns the error for a pause that isn't waited for, with the time (ms since the epoch) at which it ends. */
function tooLong({ report: { status, requestId } }: AppError, retryAtMillis: number): AppError {
  const facts = { ...(status === undefined ? {} : { status }), ...(requestId === undefined ? {} : { requestId }) };
  return fail('rate-limited', { ...facts, details: { retryAtMillis } });
}

/** Reads the release's features if the endpoint depends on them; otherwise resolves to an empty object. */
export async function featuresFor(endpoint: Endpoint, target: Target): Promise<KnownFeatures> {
  return (needsFeatures(endpoint, target) && (await target.features?.())) || {};
}

function needsFeatures(endpoint: Endpoint, { features }: Target): boolean {
  return features !== undefined && (dependsOnRelease(endpoint) || endpoint.adapted !== undefined);
}

interface Used {
  /** Null for an endpoint that needs no project headers. */
  readonly access: AccessType | null;
  readonly proof: Proof;
  /** Returns the token to replace if a new one may resolve the error (wire/flows 1.4). */
  staleAfter(error: AppError): { source: TokenSource; access: string } | null;
}

async function credentials(variant: Variant, target: Target, { session, refreshToken }: SendOptions, stop: CancelSignals): Promise<Used> {
  const { owner } = target;
  const project = variant.access === 'public' ? null : await projectProof(variant.access, variant.prefers, target);
  assertNotStopped(stop);
  const account = session ? await session.tokens() : null;
  assertNotStopped(stop);
  // With a key, the owner's token is not read, so that calls also work while the owner is signed out.
  const owned = owner && project !== null && project.key === undefined ? await owner.tokens() : null;
  return {
    access: project?.access ?? null,
    proof: {
      projectKey: project?.key,
      accessToken: account?.access,
      refreshToken: refreshToken ?? account?.refresh ?? undefined,
      ownerToken: owned?.access,
    },
    staleAfter(error) {
      if (session && account && isTokenRejected(error)) return { source: session, access: account.access };
      if (owner && owned && isOwnerTokenRejected(error)) return { source: owner, access: owned.access };
      return null;
    },
  };
}

/**
 * Returns the lowest access type that the endpoint accepts and the project has a key for, or the preferred one, with that key; no further
 * key is read. The owner's token is valid for any access type, and a client may need no key.
 */
async function projectProof(
  required: AccessType,
  preferred: 'admin' | undefined,
  { keys, owner, features, ensureServer }: Target,
): Promise<{ access: AccessType; key?: string }> {
  const lowest: readonly AccessType[] = required === 'server' ? ['server', 'admin'] : [required];
  const accepted = preferred === undefined ? lowest : [preferred, ...lowest.filter((access) => access !== preferred)];
  for (const access of accepted) {
    if (access !== 'client' && keys[access] !== undefined) await ensureServer?.();
    const key = (await keys[access]?.()) ?? null;
    if (key !== null) return { access, key };
  }
  if (owner === undefined && (required !== 'client' || (await features?.())?.['keyless-clients'] === false))
    throw fail('missing-credentials');
  return { access: owner === undefined ? required : (preferred ?? required) };
}

/** Returns the error to report after the last try: with a diagnosis, or with a more specific code. */
async function explained(
  error: AppError,
  { clock, diagnose }: SenderDeps,
  { baseUrl, stopped, owner }: Target,
  { once, session }: SendOptions,
  stop: CancelSignals,
): Promise<unknown> {
  if (mayMeanNoUser(error) && (await hasLostUser(session, stop))) return fail('session-ended', {}, error);
  if (mayMeanNoOwner(error) && (await hasLostUser(owner, stop))) return fail('owner-signed-out', {}, error);
  if (stopped !== undefined) return stoppedInstead(error, clock, stopped);
  if (diagnose === undefined || once || !isNetworkFailure(error) || stop.signal?.aborted) return error;
  const diagnosis = await abortable(diagnose(baseUrl), stop);
  const { code, ...facts } = error.report;
  return fail(diagnosis.online ? code : 'offline', { ...facts, diagnosis }, error);
}

async function hasLostUser(source: TokenSource | undefined, stop: CancelSignals): Promise<boolean> {
  return source?.hasLostUser === undefined ? false : abortable(source.hasLostUser(), stop);
}

interface Try extends Call {
  readonly used: Pick<Used, 'access' | 'proof'>;
  readonly prefix: HeaderPrefix;
  readonly signal: CancelSignal | undefined;
  readonly options: Pick<SendOptions, 'check' | 'keepUnknown'>;
}

type Attempt = { ok: true; value: unknown; response: TransportResponse } | { ok: false; error: AppError; retryAfter: number | null };

async function tryOnce(deps: Deps, { endpoint, variant, target, input, used, prefix, signal, options }: Try): Promise<Attempt> {
  const { access, proof } = used;
  let response: TransportResponse | undefined;
  try {
    const body = bodyOf(variant, input);
    const headers = access === null ? {} : headersOf(target.projectId, access, proof, deps.clientVersion, deps.newNonce(), prefix);
    if (body) headers['content-type'] = body.contentType;
    response = await deps.transport.send({
      method: endpoint.method,
      url: addressOf(target.baseUrl, endpoint, input),
      headers,
      ...(body ? { body: body.text } : {}),
      limits: { ...limits, bodyBytes: endpoint.maxResponseBytes },
      signal,
    });
    if (response.headers.date !== undefined) target.onServerTime?.(response.headers.date);
    const redact = createRedactor(() => secretsOf(proof, input));
    const value = await readResponse(variant, response, redact, deps.pacer(signal), options.keepUnknown);
    await options.check?.(response);
    return { ok: true, value, response };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { ok: false, error: thrown, retryAfter: retryAfterOf(response?.headers, deps.clock) };
  }
}

/** Returns the delay that the response requests. A date is compared with the response's own `Date`, not with the local clock. */
function retryAfterOf(headers: TransportResponse['headers'] = {}, clock: Clock): number | null {
  return retryAfter(headers['retry-after'], parseHttpDate(headers.date) ?? clock.now());
}
