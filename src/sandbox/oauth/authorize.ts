/** The authorize endpoint (wire/endpoints 2.1, wire/flows 5.1). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { catalog, type RowOf } from '#contract/service/index.ts';
import type { AcceptedInput, CheckedRequest, Handler, SandboxContext } from '../http/context';
import { invalidOAuthClient, knownError, plainFailure } from '../http/failures';
import { redirect, widerReply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import { enabledProvider, providerAuthorizeUrl } from '../idp/client';
import type { Release } from '../releases/release';
import { accessTokenExpired, checkAccessToken } from '../sessions/access-tokens';
import { insertPendingAuthorization } from '../stores/oauth-authorization-store';
import type { Project } from '../stores/project-store';
import { isValidSecret, projectOfClient } from './oauth-clients';

/** Lifetime of a pending authorization and its cookie: 10 minutes (wire/limits 2). */
const authorizationTtlSeconds = 600;

/** Returns the names of the cookie that binds an authorization to its browser: first the one that is set (wire/hexclave 1). */
export function innerCookieNames(release: Release, state: string): readonly [string, ...string[]] {
  const former = `stack-oauth-inner-${state}`;
  return release.has('new-name') ? [`hexclave-oauth-inner-${state}`, former] : [former];
}

/** Stores the request and redirects the browser to the provider. The callback validates the redirect URLs. */
export const authorize: Handler<RowOf<'oauth.authorize'>> = {
  accepts: authorizeInput,
  async run(call) {
    const { query, store, clock, random, url, params, release } = call;
    const project = clientProject(call);
    const provider = enabledProvider(project.config.oauth_providers, params.provider_id);
    if (provider === undefined) throw knownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
    const isLink = query.type === 'link';
    // The text is not documented (wire/newer 2.3, 2.8.78).
    if (isLink && query.token === undefined && release.has('json-redirects'))
      throw plainFailure(400, 'A token is required to link an account.');
    const linkUserId = isLink ? await userOfToken(call, project, query.token ?? '') : null;
    const upgrades = !isLink && query.token !== undefined && release.has('provider-upgrade');
    const upgradedUserId = upgrades ? await userOfToken(call, project, query.token ?? '') : null;
    const providerScope = query.provider_scope ?? '';
    if (isLink && provider.isShared && providerScope !== '') throw knownError('OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS');
    const state = createHash('sha256').update(random(32)).digest('base64url');
    const expiresAt = clock.now() + authorizationTtlSeconds * 1000;
    const request = {
      redirectUri: withoutFragment(query.redirect_uri),
      scope: query.scope,
      state: query.state,
      codeChallenge: query.code_challenge,
      codeChallengeMethod: query.code_challenge_method,
      responseType: query.response_type,
      linkUserId,
      providerScope,
      errorRedirectUrl: query.error_redirect_uri ?? query.error_redirect_url ?? null,
      afterCallbackRedirectUrl: query.after_callback_redirect_url ?? null,
      ...(provider.configId === provider.id ? {} : { providerId: provider.configId }),
      upgradedUserId,
      hasCookie: !wantsJson(call),
    };
    const { afterCallbackRedirectUrl: after } = request;
    if (after !== null && release.has('json-redirects')) requireTrustedUrl(release, after, project.config);
    insertPendingAuthorization(store, { state, project: project.key, request, now: clock.now(), expiresAt });
    const location = providerAuthorizeUrl(url.origin, provider, state, providerScope);
    if (!request.hasCookie) return widerReply({ location });
    // A server on HTTPS adds `Secure`; a browser wouldn't store such a cookie from this one.
    const expires = new Date(expiresAt).toUTCString();
    const [cookie] = innerCookieNames(release, state);
    call.setHeader('set-cookie', `${cookie}=true; Path=/; Expires=${expires}; Max-Age=${authorizationTtlSeconds}; HttpOnly`);
    return redirect(location);
  },
};

type AuthorizeRequest = CheckedRequest<RowOf<'oauth.authorize'>>;

function clientProject(call: AuthorizeRequest): Project {
  const { query, store } = call;
  const project = projectOfClient(store, query.client_id);
  if (project === undefined) throw invalidOAuthClient(call.release, query.client_id);
  if (!isValidSecret(call, project, query.client_secret)) {
    throw knownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id }, { projectId: project.id });
  }
  return project;
}

/** Names that ask for the address in the body, instead of a redirect (wire/newer 2.3, wire/hexclave 1). */
function wantsJson({ release, url }: Pick<AuthorizeRequest, 'release' | 'url'>): boolean {
  const names = [
    ...(release.has('json-redirects') ? ['stack_response_mode'] : []),
    ...(release.has('new-header-names') ? ['hexclave_response_mode'] : []),
  ];
  return names.some((name) => url.searchParams.get(name) === 'json');
}

/** Unknown parameters are accepted from 2.8.78 on. */
function authorizeInput(release: Release): AcceptedInput {
  if (!release.has('json-redirects')) return {};
  const query = z.looseObject(catalog.oauth.authorize.actors.none.query.shape);
  return { client: { query }, server: { query } };
}

/** Returns the ID of the token's user, who counts even if another user is signed in at the callback. */
async function userOfToken(context: SandboxContext, project: Project, token: string): Promise<string> {
  const verdict = await checkAccessToken(context, token);
  if (verdict.state === 'unparsable') throw knownError('UNPARSABLE_ACCESS_TOKEN');
  if (verdict.state === 'expired') throw accessTokenExpired(context.release, verdict);
  if (verdict.projectId !== project.id) throw plainFailure(403, 'The access token is not valid for this project');
  return verdict.userId;
}

/** Removes the fragment. The rest is kept verbatim, because the token endpoint compares the text. */
function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}
