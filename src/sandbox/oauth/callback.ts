/** The callback endpoints (wire/endpoints 2.2, wire/flows 5.3 and 5.4). */
import type { RowOf } from '#contract/service/index.ts';
import type { CheckedRequest, Handler } from '../http/context';
import { Failure, knownError, plainFailure, serviceFault } from '../http/failures';
import { type Reply, redirect } from '../http/respond';
import { isTrusted, untrustedUrl } from '../http/trusted-urls';
import {
  type ConfiguredProvider,
  enabledProvider,
  exchangeProviderCode,
  fetchProviderProfile,
  type ProviderTokenResponse,
  ProviderUnreachable,
} from '../idp/client';
import type { Release } from '../releases/release';
import {
  type AuthorizationRequest,
  findPendingAuthorization,
  insertAuthorizationCode,
  type PendingAuthorization,
} from '../stores/oauth-authorization-store';
import { type AccountKey, storeProviderTokens } from '../stores/oauth-store';
import { findProject, type Project } from '../stores/project-store';
import { findUser } from '../stores/user-store';
import { innerCookieNames } from './authorize';
import { connectAccount, findOrCreateOwner, type Owner, type ProviderIdentity } from './provider-accounts';

/** 5 minutes (wire/limits 2). */
const codeTtlMillis = 5 * 60_000;

export const callback: Handler<RowOf<'oauth.callback'>> = { run: (call) => finishAuthorization(call, call.query) };
export const callbackByForm: Handler<RowOf<'oauth.callbackByForm'>> = {
  ignoresQuery: true,
  async run(call) {
    // A browser doesn't send the cookie with a form of another site, but with what that leads to (wire/hexclave 4.3).
    if (call.release.has('callback-forms')) return redirect(withQuery(call.url.href, textsOf(call.body)), 303);
    return finishAuthorization(call, call.body);
  },
};

function textsOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

type CallbackCall = CheckedRequest<RowOf<'oauth.callback'>> | CheckedRequest<RowOf<'oauth.callbackByForm'>>;
interface ProviderResponse {
  readonly state?: string | undefined;
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * Finishes an authorization. Known errors are redirected to the application if it named a trusted URL; all others are returned as
 * text or JSON.
 */
async function finishAuthorization(call: CallbackCall, answer: ProviderResponse): Promise<Reply<never>> {
  const authorization = requirePendingAuthorization(call, answer.state ?? '');
  const project = findProject(call.store, authorization.projectId);
  if (project === undefined) throw innerCookieMismatch();
  const status = call.release.has('see-other-callbacks') ? 303 : undefined;
  try {
    return redirect(await authorizedRedirectUrl(call, project, authorization, answer), status);
  } catch (error) {
    const address = error instanceof Failure ? errorRedirectUrl(call.release, project, authorization.request, error) : null;
    if (address === null) throw error;
    // Unlike a code, an error keeps the method (wire/flows 5.4).
    return redirect(address);
  }
}

/**
 * Returns the pending authorization. Requires its cookie, which only the browser that started it has and which the first attempt
 * deletes.
 */
function requirePendingAuthorization({ header, setHeader, store, release }: CallbackCall, state: string): PendingAuthorization {
  const names = innerCookieNames(release, state);
  // A foreign state could inject more than a cookie name into the header.
  if (!/^[\w-]{1,100}$/.test(state)) throw noCookie();
  const authorization = findPendingAuthorization(store, state);
  const cookies = (header('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const name = names.find((each) => cookies.includes(`${each}=true`));
  setHeader('set-cookie', `${name ?? names[0]}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
  if (authorization?.request.hasCookie !== false && name === undefined) throw noCookie();
  if (authorization === undefined) throw innerCookieMismatch();
  return authorization;
}

const noCookie = () =>
  plainFailure(
    400,
    'Inner OAuth cookie not found. This is likely because you refreshed the page during the OAuth sign in process. Please try signing in again',
  );
const innerCookieMismatch = () => plainFailure(400, 'Invalid OAuth cookie. Please try signing in again.');

async function authorizedRedirectUrl(
  call: CallbackCall,
  project: Project,
  authorization: PendingAuthorization,
  answer: ProviderResponse,
): Promise<string> {
  const { store, clock, params } = call;
  const { request } = authorization;
  if (authorization.expiresAt <= clock.now()) throw knownError('OUTER_OAUTH_TIMEOUT');
  const provider = enabledProvider(project.config.oauth_providers, request.providerId ?? params.provider_id);
  if (provider === undefined || (request.providerId !== undefined && provider.id !== params.provider_id))
    throw knownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  const { tokens, person } = await reaching(call.release, async () => {
    const granted = await tokensOf(call, provider, answer);
    return { tokens: granted, person: await fetchProviderProfile(call, provider.id, granted.access_token) };
  });
  requireTrustedRedirect(call.release, project, request);
  requireOrdinaryRequest(request);
  const code = Buffer.from(call.random(32)).toString('hex');
  store.transaction(() => {
    const owner = ownerFor(call, project, request, { provider: provider.configId, person });
    storeTokens(call, { user: owner.user, provider: provider.configId, account_id: person.sub }, tokens);
    insertAuthorizationCode(store, authorizationCode(code, project, owner, request, clock.now()), clock.now());
  });
  return withQuery(request.redirectUri, { code, state: request.state });
}

/** Throws OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE for a provider that can't be reached, before 2.8.82 an unexpected error (wire/newer 2.3). */
async function reaching<T>(release: Release, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    throw release.has('unavailable-providers') ? knownError('OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE') : serviceFault(error.message);
  }
}

/** Requires a trusted redirect URL. For a while, the failure is a text, which is never redirected (wire/newer 2.3, 2.8.17). */
function requireTrustedRedirect(release: Release, { config }: Project, { redirectUri }: AuthorizationRequest): void {
  if (isTrusted(release, redirectUri, config) || isForMobileApps(release, redirectUri)) return;
  if (!release.has('callback-url-text')) throw untrustedUrl(release);
  throw plainFailure(400, 'Invalid redirect URI. You might have set the wrong redirect URI in the OAuth provider settings.');
}

/** Apps on phones get the response by a scheme of their own, which every project trusts (wire/newer 2.3, 2.8.63, wire/hexclave 1). */
function isForMobileApps(release: Release, redirectUri: string): boolean {
  const schemes = [
    ...(release.has('mobile-redirects') ? ['stack-auth-mobile-oauth-url://'] : []),
    ...(release.has('new-name') ? ['hexclave-mobile-oauth-url://'] : []),
  ];
  return schemes.some((scheme) => redirectUri.startsWith(scheme));
}

async function tokensOf(call: CallbackCall, provider: ConfiguredProvider, answer: ProviderResponse): Promise<ProviderTokenResponse> {
  if (answer.error !== undefined) throw providerErrorFailure(call.release, answer.error);
  const outcome = await exchangeProviderCode(call, provider, call.url.origin, answer.code ?? '');
  if ('error' in outcome) throw providerErrorFailure(call.release, outcome.error);
  return outcome.tokens;
}

/** Returns the failure for a provider's OAuth error. Unknown errors become a 500. */
function providerErrorFailure(release: Release, error: string): Error {
  const isDenied = error === 'consent_required' && release.has('denied-consent');
  switch (isDenied ? 'access_denied' : error) {
    case 'access_denied':
      return knownError('OAUTH_PROVIDER_ACCESS_DENIED');
    case 'invalid_grant':
      return plainFailure(400, 'Inner OAuth callback failed due to invalid grant. Please try again.');
    case 'invalid_client':
      return plainFailure(
        400,
        'Invalid client credentials for this OAuth provider. Please ensure the configuration in the Stack Auth dashboard is correct.',
      );
    case 'unauthorized_scope_error':
      return plainFailure(400, 'The OAuth provider does not allow the requested scope for this application.');
    case 'invalid_scope':
      return invalidScope();
    default:
      return serviceFault(`The provider answered with the error "${error}".`);
  }
}

const invalidScope = () => plainFailure(400, 'Invalid scope requested. Please check the scopes you are requesting.');

/** Validates the parameters that the authorize endpoint accepts unchecked (wire/endpoints 2.1), before anything is written. */
function requireOrdinaryRequest({ scope, state, responseType, codeChallengeMethod }: AuthorizationRequest): void {
  if (scope !== 'legacy') throw invalidScope();
  if (state === '') throw serviceFault('The OAuth request has no state.');
  if (responseType !== 'code') throw serviceFault(`The response type is "code", not "${responseType}".`);
  if (codeChallengeMethod !== 'S256' && codeChallengeMethod !== 'plain') {
    throw serviceFault(`The challenge method is S256 or plain, not "${codeChallengeMethod}".`);
  }
}

function ownerFor(
  call: CallbackCall,
  project: Project,
  { linkUserId, upgradedUserId }: AuthorizationRequest,
  identity: ProviderIdentity,
): Owner {
  const upgraded = upgradedUserId == null ? undefined : findUser(call.store, project.key, upgradedUserId);
  return linkUserId === null
    ? findOrCreateOwner(call, project, identity, upgraded ?? null)
    : connectAccount(call, project, linkUserId, identity);
}

function storeTokens({ store, clock }: CallbackCall, account: AccountKey, tokens: ProviderTokenResponse): void {
  const { scope, access_token, expires_in, refresh_token = null } = tokens;
  storeProviderTokens(store, account, { scope, access_token, refresh_token, expires_at: clock.now() + expires_in * 1000 });
}

function authorizationCode(code: string, project: Project, owner: Owner, request: AuthorizationRequest, now: number) {
  return {
    code,
    project: project.key,
    user: owner.user,
    is_new_user: owner.isNew ? 1 : 0,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallengeMethod,
    after_callback_redirect_url: request.afterCallbackRedirectUrl,
    expires_at: now + codeTtlMillis,
  };
}

/**
 * Returns the redirect URL for a known error if the application named a trusted one (wire/flows 5.4). From 2.8.82 on, that of the sign-in
 * comes first, without state and code (wire/corrections 2.8.86).
 */
function errorRedirectUrl(
  release: Release,
  { config }: Project,
  { redirectUri, errorRedirectUrl, afterCallbackRedirectUrl: after }: AuthorizationRequest,
  { body }: Failure,
): string | null {
  if (body.kind !== 'known') return null;
  const isToRedirectUrl = release.has('errors-to-redirect-url') && isTrusted(release, redirectUri, config);
  const address = isToRedirectUrl ? redirectUri : errorRedirectUrl;
  if (address === null || !isTrusted(release, address, config)) return null;
  return withQuery(address, {
    ...(isToRedirectUrl ? { error: 'server_error', error_description: body.error } : {}),
    errorCode: body.code,
    message: body.error,
    details: JSON.stringify(body.details ?? {}),
    ...(isToRedirectUrl && after !== null && release.has('callback-forms') ? { after_callback_redirect_url: after } : {}),
  });
}

function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
