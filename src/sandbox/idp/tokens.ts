/** Codes and tokens of the mock providers (RFC 6749 sections 4.1.3, 5, 6). */
import { secretText } from '../random';
import type { SandboxContext } from '../server/context';
import { deleteGrant, findGrant, type IdpAccount, type IdpGrant, insertGrant } from './idp-grant-store';
import { findClientSecret, type ProviderId } from './providers';

/** 5 minutes. */
const codeTtlMillis = 5 * 60_000;
const accessTokenSeconds = 3600;

/** Issues a code for a confirmed authorization. */
export function issueProviderCode({ store, clock, random }: SandboxContext, grant: IdpGrant): string {
  const secret = secretText(random);
  insertGrant(store, { ...grant, secret, kind: 'code', expiresAt: clock.now() + codeTtlMillis });
  return secret;
}

interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly scope: string;
  readonly refresh_token: string;
}

interface TokenError {
  readonly error: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
}

/** Handles a token request. A code works once, and only for its client and redirect URL. */
export function handleTokenRequest(
  context: SandboxContext,
  provider: ProviderId,
  fields: Readonly<Record<string, string>>,
): TokenResponse | TokenError {
  const { client_id = '', client_secret, grant_type } = fields;
  const secret = findClientSecret(provider, client_id);
  if (secret === undefined || secret !== client_secret) return { error: 'invalid_client' };
  if (grant_type === 'authorization_code') {
    const grant = consumeGrant(context, provider, fields.code ?? '', 'code');
    if (grant?.clientId !== client_id || grant.redirectUri !== fields.redirect_uri) return { error: 'invalid_grant' };
    return issueTokens(context, grant);
  }
  if (grant_type !== 'refresh_token') return { error: 'unsupported_grant_type' };
  const grant = consumeGrant(context, provider, fields.refresh_token ?? '', 'refresh');
  return grant?.clientId === client_id ? issueTokens(context, grant) : { error: 'invalid_grant' };
}

/** Returns the account to which an access token belongs. */
export function accountOfToken({ store, clock }: SandboxContext, provider: ProviderId, accessToken: string): IdpAccount | undefined {
  return findGrant(store, accessToken, 'access', provider, clock.now())?.account;
}

/** Returns and deletes a grant: codes and refresh tokens work once. */
function consumeGrant(
  { store, clock }: SandboxContext,
  provider: ProviderId,
  secret: string,
  kind: 'code' | 'refresh',
): IdpGrant | undefined {
  const grant = findGrant(store, secret, kind, provider, clock.now());
  if (grant !== undefined) deleteGrant(store, secret);
  return grant;
}

function issueTokens({ store, clock, random }: SandboxContext, grant: IdpGrant): TokenResponse {
  const access = secretText(random);
  const refresh = secretText(random);
  insertGrant(store, { ...grant, secret: access, kind: 'access', expiresAt: clock.now() + accessTokenSeconds * 1000 });
  insertGrant(store, { ...grant, secret: refresh, kind: 'refresh', expiresAt: null });
  return { access_token: access, token_type: 'Bearer', expires_in: accessTokenSeconds, scope: grant.scope, refresh_token: refresh };
}
