/** The one function that talks to the service. */
import { AppError, fail } from '../../contract/errors';
import type { AccessType, ActorOf, Endpoint, InputOf, ResponseOf, Variant } from '../../contract/kit';
import type { Clock, Transport, TransportLimits, TransportResponse } from '../ports';
import { parseHttpDate } from './http-date';
import { addressOf, bodyOf, headersOf, type Proof, type RowInput, secretsOf } from './request';
import { readResponse } from './response';
import { backoff, maximumTries, mayRepeat, retryAfter, wantsFreshToken } from './retry';
import { createStrike } from './strike';
import { type Stop, stopOf, untilStopped, wait } from './waiting';

/** Milliseconds and bytes within which every call must fit. */
export const limits: TransportLimits = { connect: 10_000, headers: 30_000, idle: 30_000, bodyBytes: 64 * 1024 * 1024 };

/** An account's tokens, as a call sees them. */
export interface TokenSource {
  /** Tokens with enough life for a request, refreshed first where needed. */
  tokens(): Promise<{ access: string; refresh: string | null }>;
  /** Says that the service refused this access token. */
  refuse(access: string): void;
}

/** Where a call goes and what it may use. */
export interface Target {
  readonly baseUrl: string;
  readonly projectId: string;
  readonly keys: Pick<Proof, 'publishableKey' | 'serverKey' | 'adminKey' | 'ownerToken'>;
  /** Tells of the server's own time, from the `Date` header of each answer. */
  readonly onServerTime?: (date: string) => void;
  /** Aborted when the service at this address is known to be gone; calls then fail with `sandbox-stopped`. */
  readonly gone?: AbortSignal;
}

export interface SendOptions {
  readonly session?: TokenSource;
  /** Extra proof for calls that carry a refresh token only. */
  readonly refreshToken?: string;
  readonly signal?: AbortSignal;
}

export interface SenderParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  readonly clientVersion: string;
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

/** Creates the sender. It keeps no state of its own. */
export function createSender(parts: SenderParts): Sender {
  const sendRow: Sender['sendRow'] = async (row, variant, target, input, options = {}) => {
    const stop = stopOf(options.signal, target.gone);
    let freshTokenTried = false;
    for (let number = 1; ; number += 1) {
      const used = options.session ? await untilStopped(options.session.tokens(), stop) : null;
      const tokens = { accessToken: used?.access, refreshToken: options.refreshToken ?? used?.refresh ?? undefined };
      const attempt = await tryOnce(parts, { row, variant, target, input, tokens, signal: stop.signal });
      if (attempt.ok) return attempt.value;
      const { error } = attempt;
      if (target.gone?.aborted) throw fail('sandbox-stopped', {}, error);
      if (used && options.session && !freshTokenTried && wantsFreshToken(error)) {
        freshTokenTried = true;
        options.session.refuse(used.access);
        continue;
      }
      if (number >= maximumTries || !mayRepeat(error, row.idempotent)) throw await explained(error, parts.clock, stop);
      await wait(parts.clock, attempt.retryAfter ?? backoff(number, chance(parts.random)), stop);
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

/** Milliseconds within which the end of a process is known once its connections have broken. */
const endIsKnownAfter = 500;

/** A sandbox's broken connection is noticed before its end is: the error waits a moment for the better explanation. */
async function explained(error: AppError, clock: Clock, { gone }: Stop): Promise<AppError> {
  if (gone === undefined || (error.code !== 'unreachable' && error.code !== 'connection-lost')) return error;
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
  readonly tokens: Pick<Proof, 'accessToken' | 'refreshToken'>;
  readonly signal: AbortSignal | undefined;
}

type Attempt = { ok: true; value: unknown } | { ok: false; error: AppError; retryAfter: number | null };

async function tryOnce(parts: SenderParts, { row, variant, target, input, tokens, signal }: Try): Promise<Attempt> {
  const proof = { ...target.keys, ...tokens };
  let response: TransportResponse | undefined;
  try {
    const body = bodyOf(variant, input);
    response = await parts.transport.send({
      method: row.method,
      url: addressOf(target.baseUrl, row, input),
      headers: {
        ...(variant.access === 'public' ? {} : protectedHeaders(parts, target, variant.access, proof)),
        ...(body ? { 'content-type': body.contentType } : {}),
      },
      ...(body ? { body: body.text } : {}),
      limits,
      signal,
    });
    if (response.headers.date !== undefined) target.onServerTime?.(response.headers.date);
    return {
      ok: true,
      value: readResponse(
        variant,
        response,
        createStrike(() => secretsOf(proof, input)),
      ),
    };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { ok: false, error: thrown, retryAfter: retryAfterOf(response?.headers, parts.clock) };
  }
}

function protectedHeaders(parts: SenderParts, target: Target, wanted: AccessType, proof: Proof): Record<string, string> {
  return headersOf(target.projectId, provable(wanted, proof), proof, parts.clientVersion, parts.random(28));
}

/** The lowest access type that the row accepts and the connection can prove; an owner's token proves any. */
function provable(wanted: AccessType, proof: Proof): AccessType {
  const keys = { client: proof.publishableKey, server: proof.serverKey, admin: proof.adminKey };
  const accepted: readonly AccessType[] = wanted === 'server' ? ['server', 'admin'] : [wanted];
  const found = accepted.find((access) => keys[access] !== undefined) ?? (proof.ownerToken === undefined ? undefined : wanted);
  if (found === undefined) throw fail('missing-credentials');
  return found;
}

/** A date is held against the answer's own date, so that a wrong local clock costs nothing. */
function retryAfterOf(headers: TransportResponse['headers'] = {}, clock: Clock): number | null {
  return retryAfter(headers['retry-after'], parseHttpDate(headers.date) ?? clock.now());
}

function chance(random: (bytes: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}
