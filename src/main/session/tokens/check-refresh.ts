/** Validation of refresh responses (wire/flows 1.3). */
import { processRefreshTokenResponse } from 'oauth4webapi';
import { fail } from '../../../contract/errors';
import type { TransportResponse } from '../../ports';
import { authorizationServerOf, toFetchResponse } from '../../remote/oauth-server';
import type { Target } from '../../remote/send';

/**
 * Validates a response in the OAuth form (RFC 6749 section 5.1): status 200, an access token, token type bearer or dpop, a positive
 * `expires_in`. Throws `bad-response` otherwise. The library alone would accept a missing or zero `expires_in`.
 */
export async function checkOAuthRefresh(target: Target, response: TransportResponse): Promise<void> {
  const { status } = response;
  const client = { client_id: target.projectId };
  // The library's errors are not attached, because they quote the body, which may contain tokens.
  const tokens = await processRefreshTokenResponse(authorizationServerOf(target), client, toFetchResponse(response)).catch(() => null);
  if (tokens === null) throw fail('bad-response', { status });
  if (tokens.expires_in === undefined || tokens.expires_in <= 0) throw fail('bad-response', { status, path: 'expires_in' });
}

/** Validates a response in the direct form, which contains only an access token. Throws `bad-response` unless its status is 200. */
export async function checkDirectRefresh({ status }: TransportResponse): Promise<void> {
  if (status !== 200) throw fail('bad-response', { status });
}
