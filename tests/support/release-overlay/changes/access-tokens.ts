/** The form of access tokens: issuer, audience, and claims. */
import { claimsOf, readClaims, tokenOf } from '../access-token';
import type { Change, Exchange, ServiceResponse } from '../change';
import { type Fields, fieldsOf } from '../exchange';
import { restrictionOf } from './restricted-users';

const tokenHeaders = ['x-stack-access-token', 'x-stack-admin-access-token'] as const;

/** The sandbox's tokens in place of those that clients received, in headers and in the query of OAuth requests. */
function withSandboxTokens({ state, request: { headers, query } }: Exchange) {
  const known = (token: string) => state.sandboxTokens.get(token) ?? token;
  const replaced = tokenHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, known(headers[name])]]));
  return {
    headers: { ...headers, ...Object.fromEntries(replaced) },
    query: query.token === undefined ? query : { ...query, token: known(query.token) },
  };
}

/** The user of a token, as the sandbox has it. Only the ID where the keys of the project aren't known. */
async function userOf({ ask, keysOf, projectHeaders }: Exchange, projectId: string, id: string): Promise<Fields> {
  if (keysOf(projectId) === undefined) return { id };
  const response = await ask({ method: 'GET', path: `/users/${id}`, headers: projectHeaders('server', projectId) });
  return response.status === 200 ? fieldsOf(response.body) : { id };
}

/** The response with the access token of the release, if it has one of the sandbox. */
async function withReleaseToken(exchange: Exchange, response: ServiceResponse): Promise<ServiceResponse> {
  const body = fieldsOf(response.body);
  const token = typeof body.access_token === 'string' ? body.access_token : '';
  const { sub, aud, iat, exp, refreshTokenId } = readClaims(token);
  if (typeof refreshTokenId !== 'string') return response;
  const { request, release, state, url } = exchange;
  const projectId = String(aud);
  const user = await userOf(exchange, projectId, String(sub));
  const asked = { ...request, headers: { ...request.headers, 'x-stack-project-id': projectId } };
  const restricted = restrictionOf({ state, release, request: asked }, user);
  const times = { issuedAt: Number(iat), expiresAt: Number(exp) };
  const played = tokenOf(claimsOf(release, { origin: url.origin, projectId, sessionId: refreshTokenId, ...times, user, restricted }));
  state.sandboxTokens.set(played, token);
  return { ...response, body: JSON.stringify({ ...body, access_token: played }) };
}

/** The error of an expired token with the session's IDs, which are those of its claims. */
function withSession({ request }: Exchange, response: ServiceResponse): ServiceResponse {
  if (response.headers.get('x-stack-known-error') !== 'ACCESS_TOKEN_EXPIRED') return response;
  const { sub, project_id, refresh_token_id } = readClaims(request.headers['x-stack-access-token'] ?? '');
  const body = fieldsOf(response.body);
  return {
    ...response,
    body: JSON.stringify({ ...body, details: { ...Object(body.details), project_id, user_id: sub, refresh_token_id } }),
  };
}

export const accessTokenChanges: readonly Change[] = [
  {
    source: 'wire/newer 2.1: the details of ACCESS_TOKEN_EXPIRED. The page names no release; the claims are those of 2.8.38',
    since: '2.8.38',
    respond: async (exchange) => withSession(exchange, await exchange.forward()),
  },
  {
    source: 'wire/newer 2.1, 2.8.34, 2.8.38 and 2.8.59; wire/corrections 2.8.86: the claims are refresh_token_id and branch_id',
    since: '2.8.12',
    respond: async (exchange) => withReleaseToken(exchange, await exchange.forward(withSandboxTokens(exchange))),
  },
];
