/** Exchanges a provider's callback for a session (wire/flows 5.1, wire/endpoints 2.3), as specified in RFC 6749 and 7636. */
import { decodeJwt } from 'jose';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  ClientSecretPost,
  customFetch,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  ResponseBodyError,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi';
import { z } from 'zod';
import { readAs } from '#contract/dispatch.ts';
import { AppError, fail } from '#contract/errors.ts';
import { id } from '#contract/service/models/fields.ts';
import { isLoopback } from '#contract/urls.ts';
import type { Clock, Transport } from '../../ports/ports';
import { clientSecretOf } from '../../remote/client-secret';
import { authorizationServerOf, toFetchResponse } from '../../remote/oauth-server';
import { createRedactor, type Redact } from '../../remote/redact';
import { readKnownError } from '../../remote/response/error-body';
import { limits, type Target } from '../../remote/send';
import { stoppedInstead } from '../../remote/stopped-service';
import type { SignedIn } from '../finish';
import type { PendingOAuth } from './oauth-states';

export interface Answer {
  readonly code: string;
  readonly state: string;
}

export interface ExchangeDeps {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** The service's response with the URL to continue at, which comes from the sign-in request and isn't known to be trusted. */
export interface Exchanged extends SignedIn {
  readonly after_callback_redirect_url: string | null;
}

/** Exchanges the code. Throws the service's own error, including its details, or the code of a failed call. */
export async function exchangeCode(
  { transport, clock }: ExchangeDeps,
  target: Target,
  pending: PendingOAuth,
  answer: Answer,
): Promise<Exchanged> {
  const [server, client] = [authorizationServerOf(target), { client_id: target.projectId }];
  const parameters = validateAuthResponse(server, client, new URLSearchParams({ code: answer.code, state: answer.state }), answer.state);
  const clientSecret = await clientSecretOf(target);
  const proof = clientSecret === null ? None() : ClientSecretPost(clientSecret);
  const options = {
    [customFetch]: fetchOver({ transport, clock }, target.stopped),
    [allowInsecureRequests]: isLoopback(new URL(target.baseUrl)),
  };
  const response = await authorizationCodeGrantRequest(server, client, proof, parameters, pending.redirectUri, pending.verifier, options);
  try {
    return await readTokens(server, client, response, options);
  } catch (thrown) {
    const redact = createRedactor(() => [clientSecret ?? undefined, answer.code, pending.verifier]);
    throw thrown instanceof ResponseBodyError ? serviceError(thrown, redact) : asAppError(thrown, response);
  }
}

async function readTokens(
  server: AuthorizationServer,
  client: Client,
  response: Response,
  options: Parameters<typeof validateApplicationLevelSignature>[2],
): Promise<Exchanged> {
  const tokens = await processAuthorizationCodeResponse(server, client, response);
  const userId = subjectOf(tokens.access_token);
  const claims = getValidatedIdTokenClaims(tokens);
  if (claims !== undefined) {
    await validateApplicationLevelSignature(server, response, options);
    if (claims.sub !== userId) throw fail('bad-response', { path: 'id_token.sub' });
  }
  const found = readAs(tokenAnswer, { ...tokens, user_id: userId });
  if (!found.ok) throw fail('bad-response', { path: found.path }, found.cause);
  return found.value;
}

const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  is_new_user: z.boolean().optional(),
  user_id: id,
  // Optional: an invalid value must not fail the sign-in.
  after_callback_redirect_url: z.string().nullable().catch(null),
});

/** Returns the user ID in an access token, which every release has in `sub`. Throws `bad-token` if it has none. */
export function subjectOf(accessToken: string): string {
  try {
    const { data } = id.safeParse(decodeJwt(accessToken).sub);
    if (data !== undefined) return data;
  } catch (cause) {
    throw fail('bad-token', {}, cause);
  }
  throw fail('bad-token');
}

/** Returns the service's own error from the response body, which the library keeps as the cause. */
function serviceError(thrown: ResponseBodyError, redact: Redact): AppError {
  const { status } = thrown;
  const found = readKnownError(thrown.cause, redact);
  return found === null ? fail('service-error', { status }, thrown) : fail('known-error', { ...found, status }, thrown);
}

function asAppError(thrown: unknown, { status }: Response): unknown {
  if (thrown instanceof AppError) return thrown;
  if (status === 429) return fail('rate-limited', { status }, thrown);
  if (status >= 300 && status < 400) return fail('redirect-refused', { status }, thrown);
  return fail(status >= 400 ? 'service-error' : 'bad-response', { status }, thrown);
}

interface FetchOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** Returns a `fetch` for the library that uses the app's own transport, which follows no redirect. */
function fetchOver({ transport, clock }: ExchangeDeps, stopped: AbortSignal | undefined) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const request = {
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      limits,
      signal: stopped,
    };
    try {
      return toFetchResponse(await transport.send(request));
    } catch (thrown) {
      throw await stoppedInstead(thrown, clock, stopped);
    }
  };
}
