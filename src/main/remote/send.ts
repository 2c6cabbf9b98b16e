/** The one function that talks to the service. */
import type { KnownFeatures } from '../../contract/bridge/connections';
import type { Diagnosis } from '../../contract/bridge/diagnostics';
import { AppError, fail } from '../../contract/errors';
import type { AccessType, ActorOf, Endpoint, InputOf, ResponseOf, Variant } from '../../contract/kit';
import { maxActionBytes } from '../../contract/limits';
import type { Clock, Transport, TransportLimits, TransportResponse } from '../ports';
import type { CallWatch } from './call-watch';
import { abortable, type CancelSignals, combineSignals, wait } from './cancellation';
import { parseHttpDate } from './http-date';
import type { ProjectKeys } from './project-keys';
import { createRedactor } from './redact';
import { adaptInput } from './releases/adapt-input';
import { dependsOnRelease, resolveEndpoint } from './releases/resolve-endpoint';
import { addressOf, bodyOf, headersOf, type Proof, type RowInput, secretsOf } from './request';
import { createPacer, type Pacer } from './response/pacer';
import { readResponse } from './response/response';
import {
  backoff,
  isNetworkFailure,
  isOwnerTokenRejected,
  isTokenRejected,
  maxHiddenPauseMillis,
  maxTries,
  mayMeanNoOwner,
  mayMeanNoUser,
  mayRepeat,
  retryAfter,
} from './retry';

/** Limits of every request, in milliseconds and bytes; rows have their own limit for the response. */
export const limits: TransportLimits = { connect: 10_000, headers: 30_000, idle: 30_000, total: 300_000, bodyBytes: maxActionBytes };

/** An account's tokens, as a call sees them. */
export interface TokenSource {
  /** Tokens with enough life for a request, refreshed first where needed. */
  tokens(): Promise<{ access: string; refresh: string | null }>;
  /** Says that the service refused this access token. */
  refuse(access: string): void;
  /**
   * Whether the service no longer knows the user of these tokens, which it is asked. If so, the session has ended. Called where an
   * error may mean that.
   */
  hasLostUser?(): Promise<boolean>;
}

/** Reads what is known about the service's release; resolves to nothing where that cannot be found out. */
export type ReadFeatures = () => Promise<KnownFeatures>;

/** Where a call goes and what it may use. */
export interface Target {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly keys: ProjectKeys;
  /** Identifies the server and the project as the connection names them; undefined for a target without a connection. */
  readonly destination?: string;
  /** The session of the project's owner on project `internal`; its access token proves any access type. */
  readonly owner?: TokenSource;
  /** Read only by calls that releases have in different forms, which wait for the first detection. */
  readonly features?: ReadFeatures;
  /** Tells of the server's own time, from the `Date` header of each answer. */
  readonly onServerTime?: (date: string) => void;
  /** Aborted when the service at this address is known to be gone; calls then fail with `sandbox-stopped`. */
  readonly gone?: AbortSignal;
}

export interface SendOptions {
  readonly session?: TokenSource;
  /** Extra proof for calls that carry a refresh token only. */
  readonly refreshToken?: string;
  readonly signal?: AbortSignal | undefined;
  /** Hears of the pauses between tries, and can give the call up. Without one no pause is longer than half a minute. */
  readonly watch?: CallWatch;
  /** Tries once and explains nothing: for tests of a connection that a person watches. */
  readonly once?: boolean;
  /** Throws when the call may no longer be made. Runs right before each request, after everything that takes time. */
  readonly assertAllowed?: () => void;
  /** Checks a successful response beyond the row's schema; what it throws is what the call fails with. */
  readonly check?: (response: TransportResponse) => Promise<void>;
}

export interface SenderDeps {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly clientVersion: string;
  /** Examines the way to a service that could not be reached. */
  readonly diagnose?: (baseUrl: string) => Promise<Diagnosis>;
}

export interface Sender {
  /** Calls a row as an actor and answers its parsed response; fails with an `AppError`. */
  send<E extends Endpoint, A extends ActorOf<E>>(
    row: E,
    actor: A,
    target: Target,
    input: InputOf<E, A>,
    options?: SendOptions,
  ): Promise<ResponseOf<E, A>>;
  /** The same for a row known only at run time, its input already parsed. */
  sendRow(row: Endpoint, variant: Variant, target: Target, input: RowInput, options?: SendOptions): Promise<unknown>;
}

/** Creates the sender. It keeps nothing of a call once that is over. */
export function createSender(given: SenderDeps): Sender {
  const parts = { ...given, pacer: createPacer(given.clock), ...(given.diagnose ? { diagnose: shared(given.diagnose) } : {}) };
  const sendRow: Sender['sendRow'] = async (asked, variant, target, given, options = {}) => {
    const stop = combineSignals(joined(options.signal, options.watch?.signal), target.gone);
    const features = await abortable(featuresFor(asked, target), stop);
    const row = resolveEndpoint(asked, features);
    const input = adaptInput(asked, given, features);
    const renewed = new Set<TokenSource>();
    const mostTries = options.once ? 1 : maxTries;
    for (let number = 1; ; number += 1) {
      const used = await credentials(variant, target, options, stop);
      options.assertAllowed?.();
      const attempt = await tryOnce(parts, { row, variant, target, input, used, signal: stop.signal, check: options.check });
      if (attempt.ok) return attempt.value;
      const { error } = attempt;
      if (target.gone?.aborted) throw fail('sandbox-stopped', {}, error);
      const stale = used.staleAfter(error);
      if (stale && !renewed.has(stale.source)) {
        renewed.add(stale.source);
        stale.source.refuse(stale.access);
        continue;
      }
      if (number >= mostTries || !mayRepeat(error, row.idempotent)) throw await explained(error, parts, target, options, stop);
      const delay = attempt.retryAfter ?? backoff(number, chance(parts.random));
      if (options.watch === undefined && delay > maxHiddenPauseMillis) throw error;
      options.watch?.pause(number + 1, delay);
      await wait(parts.clock, delay, stop);
    }
  };
  return {
    sendRow,
    send: (row, actor, target, input, options) => {
      const variant = row.actors[actor];
      if (variant === undefined) throw fail('internal');
      return sendRow(row, variant, target, input as RowInput, options) as Promise<ResponseOf<typeof row, typeof actor>>;
    },
  };
}

/** Reads the release's features where the endpoint depends on them. */
export async function featuresFor(row: Endpoint, { features }: Target): Promise<KnownFeatures> {
  return features !== undefined && (dependsOnRelease(row) || row.adapted !== undefined) ? features() : {};
}

function joined(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

interface Used {
  /** Null for a row that needs no project headers. */
  readonly access: AccessType | null;
  readonly proof: Proof;
  /** The token that a fresh one may mend after this error (wire/flows 1.4). */
  staleAfter(error: AppError): { source: TokenSource; access: string } | null;
}

async function credentials(variant: Variant, target: Target, { session, refreshToken }: SendOptions, stop: CancelSignals): Promise<Used> {
  const { owner } = target;
  const project = variant.access === 'public' ? null : await abortable(projectProof(variant.access, target), stop);
  const account = session ? await abortable(session.tokens(), stop) : null;
  // A key proves the access alone: an owner who is signed out, or whose token has run out, keeps nothing from working.
  const owned = owner && project !== null && project.key === undefined ? await abortable(owner.tokens(), stop) : null;
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
 * The lowest access type that the row accepts and for which the project has a key, with that key; no other key is read. The
 * owner's token proves any access type, and a client may need no key at all.
 */
async function projectProof(wanted: AccessType, { keys, owner, features }: Target): Promise<{ access: AccessType; key?: string }> {
  const accepted: readonly AccessType[] = wanted === 'server' ? ['server', 'admin'] : [wanted];
  for (const access of accepted) {
    const key = (await keys[access]?.()) ?? null;
    if (key !== null) return { access, key };
  }
  if (owner === undefined && (wanted !== 'client' || (await features?.())?.['keyless-clients'] === false))
    throw fail('missing-credentials');
  return { access: wanted };
}

/** Milliseconds within which the end of a process is known once its connections have broken. */
const endIsKnownAfter = 500;

/** What a person should know of a failure that repeating did not mend. */
async function explained(
  error: AppError,
  { clock, diagnose }: SenderDeps,
  { baseUrl, gone, owner }: Target,
  { once, session }: SendOptions,
  stop: CancelSignals,
): Promise<AppError> {
  if (mayMeanNoUser(error) && (await hasLostUser(session, stop))) return fail('session-ended', {}, error);
  if (mayMeanNoOwner(error) && (await hasLostUser(owner, stop))) return fail('owner-signed-out', {}, error);
  if (gone !== undefined) return orStopped(error, clock, gone);
  if (diagnose === undefined || once || !isNetworkFailure(error) || stop.signal?.aborted) return error;
  const diagnosis = await abortable(diagnose(baseUrl), stop);
  const { code, ...facts } = error.report;
  return fail(diagnosis.online ? code : 'offline', { ...facts, diagnosis }, error);
}

async function hasLostUser(source: TokenSource | undefined, stop: CancelSignals): Promise<boolean> {
  return source?.hasLostUser === undefined ? false : abortable(source.hasLostUser(), stop);
}

type Diagnose = NonNullable<SenderDeps['diagnose']>;

/** Calls that fail together are explained by one examination. */
function shared(diagnose: Diagnose): Diagnose {
  const active = new Map<string, Promise<Diagnosis>>();
  return (baseUrl) => {
    const known = active.get(baseUrl) ?? diagnose(baseUrl).finally(() => active.delete(baseUrl));
    active.set(baseUrl, known);
    return known;
  };
}

/** A sandbox's broken connection is noticed before its end is: the error waits a moment for the better explanation. */
async function orStopped(error: AppError, clock: Clock, gone: AbortSignal): Promise<AppError> {
  if (error.code !== 'unreachable' && error.code !== 'connection-lost') return error;
  return wait(clock, endIsKnownAfter, { signal: gone, gone }).then(
    () => error,
    () => fail('sandbox-stopped', {}, error),
  );
}

interface Try {
  readonly row: Endpoint;
  readonly variant: Variant;
  readonly target: Target;
  readonly input: RowInput;
  readonly used: Pick<Used, 'access' | 'proof'>;
  readonly signal: AbortSignal | undefined;
  readonly check: SendOptions['check'];
}

type Attempt = { ok: true; value: unknown } | { ok: false; error: AppError; retryAfter: number | null };

async function tryOnce(parts: SenderDeps & { pacer: Pacer }, { row, variant, target, input, used, signal, check }: Try): Promise<Attempt> {
  const { access, proof } = used;
  let response: TransportResponse | undefined;
  try {
    const body = bodyOf(variant, input);
    response = await parts.transport.send({
      method: row.method,
      url: addressOf(target.baseUrl, row, input),
      headers: {
        ...(access === null ? {} : headersOf(target.projectId, access, proof, parts.clientVersion, parts.random(28))),
        ...(body ? { 'content-type': body.contentType } : {}),
      },
      ...(body ? { body: body.text } : {}),
      limits: { ...limits, bodyBytes: row.maxResponseBytes },
      signal,
    });
    if (response.headers.date !== undefined) target.onServerTime?.(response.headers.date);
    const redact = createRedactor(() => secretsOf(proof, input));
    const value = await readResponse(variant, response, redact, parts.pacer(signal));
    await check?.(response);
    return { ok: true, value };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { ok: false, error: thrown, retryAfter: retryAfterOf(response?.headers, parts.clock) };
  }
}

/** A date is held against the answer's own date, so that a wrong local clock costs nothing. */
function retryAfterOf(headers: TransportResponse['headers'] = {}, clock: Clock): number | null {
  return retryAfter(headers['retry-after'], parseHttpDate(headers.date) ?? clock.now());
}

function chance(random: (bytes: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}
