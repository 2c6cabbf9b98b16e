/** Requests to the authorize endpoint, which the system browser opens (wire/flows 5). */
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import type { BrowserStep } from '#contract/bridge/sign-in.ts';
import { fail } from '#contract/errors.ts';
import { oauthStateMillis } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import { isLoopback } from '#contract/urls.ts';
import type { CallbackServer } from '../../callback/callback-server';
import { connectionParameter, flowParameter, isPath, parseRedirectUrl } from '../../callback/parse-link';
import { type ProjectTrust, type ReadTrustSettings, trustStatusOf } from '../../callback/project-trust';
import type { PinnedConnection } from '../../records/pinned-connection';
import { clientSecretOf } from '../../remote/client-secret';
import { addressOf } from '../../remote/request';
import type { Target } from '../../remote/send';
import type { FinishDeps } from '../finish';
import type { PendingOAuth } from './oauth-states';

export interface AuthorizeRequestDeps extends Pick<FinishDeps, 'sessions'> {
  readonly callbackServer: Pick<CallbackServer, 'listenFor'>;
  readonly readTrustSettings: ReadTrustSettings;
  /** Returns the path below which a connection's handler pages are. */
  readonly handlerBaseOf: (connectionId: string) => string;
}

export interface Authorization {
  readonly pinned: PinnedConnection;
  /** The account to which the provider is connected; null for a sign-in. */
  readonly accountId: string | null;
  readonly provider: string;
  /** URL to continue with after the sign-in; null for a screen of the app. */
  readonly goTo: string | null;
  /** Additional parameters for the authorize endpoint. */
  readonly more: Readonly<Record<string, string>>;
}

export interface AuthorizeRequest {
  readonly url: string;
  readonly trust: BrowserStep['trust'];
  readonly state: string;
  readonly pending: PendingOAuth;
}

/**
 * Creates the request. Checks everything that can be checked before the browser opens, because the service checks it at the end (wire/flows
 * 5.4).
 */
export async function createAuthorizeRequest(
  deps: AuthorizeRequestDeps,
  { pinned, accountId, provider, goTo, more }: Authorization,
): Promise<AuthorizeRequest> {
  const { connectionId, destination } = pinned;
  const target = await deps.sessions.target(connectionId, destination);
  const clientSecret = await clientSecretOf(target);
  if (clientSecret === null) throw fail('missing-credentials');
  if (!isSafe(target)) throw fail('address-not-secure');
  const origin = await deps.callbackServer.listenFor(oauthStateMillis);
  const base = `${origin}${deps.handlerBaseOf(connectionId).replace(/\/$/, '')}`;
  const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
  const redirectUri = withoutResponse(`${base}/oauth-callback?${connectionParameter}=${connectionId}&${flowParameter}=${state}`);
  const settings = await deps.readTrustSettings({ connectionId, destination });
  const trust = trustStatusOf(redirectUri, settings);
  if (trust === 'untrusted') throw fail('return-not-trusted');
  const query = {
    client_id: target.projectId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    error_redirect_uri: `${base}/error?${connectionParameter}=${connectionId}&state=${state}`,
    ...afterCallback(goTo, settings),
    ...more,
  };
  const url = addressOf(target.baseUrl, catalog.oauth.authorize, { params: { provider_id: provider }, query });
  return { url, trust, state, pending: { connectionId, destination, accountId, provider, verifier, redirectUri } };
}

/**
 * Returns the parameter with a URL outside the app. The service returns it with the tokens, also to a window that finishes the sign-in
 * later. A URL that isn't known to be trusted is left out, because releases from 2.8.78 on would refuse the sign-in (wire/newer 2.3).
 */
function afterCallback(goTo: string | null, settings: ProjectTrust | null): Readonly<Record<string, string>> {
  const url = parseRedirectUrl(goTo);
  if (url === null || isPath(url) || trustStatusOf(url, settings) !== 'trusted') return {};
  return { after_callback_redirect_url: url };
}

/** Whether codes are sent encrypted, or stay on this machine. */
function isSafe({ baseUrl }: Target): boolean {
  const url = new URL(baseUrl);
  return url.protocol === 'https:' || isLoopback(url);
}

/** Removes `code` and `state`, which the service overwrites in the redirect URL (wire/flows 5.1). */
function withoutResponse(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('code');
  url.searchParams.delete('state');
  return url.href;
}
