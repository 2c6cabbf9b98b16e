/** The service's authorization server and responses in the types of oauth4webapi. */
import type { AuthorizationServer } from 'oauth4webapi';
import { AppError, fail } from '#contract/errors.ts';
import type { TransportResponse } from '../ports/ports';
import { JsonReader } from './response/json-reader';
import type { Target } from './send';

/** Returns the metadata of a project's authorization server (wire/endpoints 2, wire/flows 1.1). */
export function authorizationServerOf({ baseUrl, projectId }: Target): AuthorizationServer {
  const api = `${baseUrl}/api/v1`;
  return {
    issuer: `${api}/projects/${projectId}`,
    token_endpoint: `${api}/auth/oauth/token`,
    jwks_uri: `${api}/projects/${projectId}/.well-known/jwks.json`,
  };
}

/**
 * Converts a response of the app's transport. Throws `protocol-violation` for a status that no `Response` can have, and `bad-response`
 * with the limit in its details for JSON of too many levels or values, which oauth4webapi would parse.
 */
export function toFetchResponse({ status, headers, bytes }: TransportResponse): Response {
  if (status < 200 || status > 599) throw fail('protocol-violation', { status });
  assertWithinLimits(bytes, status);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.from(bytes), { status, headers: { ...headers } });
}

function assertWithinLimits(bytes: Uint8Array, status: number): void {
  try {
    new JsonReader(bytes).whole();
  } catch (thrown) {
    if (thrown instanceof AppError) throw new AppError({ ...thrown.report, status });
    // oauth4webapi handles a body that is not JSON, depending on the response's status and type.
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
}
