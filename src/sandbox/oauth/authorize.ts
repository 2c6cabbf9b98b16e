/** The authorize endpoint (wire/endpoints 2.1, wire/flows 5.1). */
import { createHash } from 'node:crypto';
import type { RowOf } from '#contract/service/index.ts';
import type { CheckedRequest, Handler, SandboxContext } from '../http/context';
import { knownError, plainFailure, tokenExpired } from '../http/failures';
import { redirect } from '../http/respond';
import { enabledProvider, providerAuthorizeUrl } from '../idp/client';
import { checkAccessToken } from '../sessions/access-tokens';
import { isValidKey } from '../stores/key-set-store';
import { insertPendingAuthorization } from '../stores/oauth-authorization-store';
import type { Project } from '../stores/project-store';
import { projectOfClient } from './oauth-clients';

/** Lifetime of a pending authorization and its cookie: 10 minutes (wire/limits 2). */
const authorizationTtlSeconds = 600;

/** Returns the name of the cookie that binds an authorization to its browser. */
export function innerCookieName(state: string): string {
  return `stack-oauth-inner-${state}`;
}

/** Stores the request and redirects the browser to the provider. The callback validates the redirect URLs. */
export const authorize: Handler<RowOf<'oauth.authorize'>> = {
  async run(call) {
    const { query, store, clock, random, url, params } = call;
    const project = clientProject(call);
    const provider = enabledProvider(project.config.oauth_providers, params.provider_id);
    if (provider === undefined) throw knownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
    const isLink = query.type === 'link';
    const linkUserId = isLink ? await userToLink(call, project, query.token ?? '') : null;
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
    };
    insertPendingAuthorization(store, { state, project: project.key, request, now: clock.now(), expiresAt });
    // A server on HTTPS adds `Secure`; a browser wouldn't store such a cookie from this one.
    const expires = new Date(expiresAt).toUTCString();
    call.setHeader(
      'set-cookie',
      `${innerCookieName(state)}=true; Path=/; Expires=${expires}; Max-Age=${authorizationTtlSeconds}; HttpOnly`,
    );
    return redirect(providerAuthorizeUrl(url.origin, provider, state, providerScope));
  },
};

function clientProject({ query, store, clock }: CheckedRequest<RowOf<'oauth.authorize'>>): Project {
  const project = projectOfClient(store, query.client_id);
  if (project === undefined) throw knownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: query.client_id });
  if (!isValidKey(store, project.id, 'client', query.client_secret, clock.now())) {
    throw knownError('INVALID_PUBLISHABLE_CLIENT_KEY', { project_id: project.id }, { projectId: project.id });
  }
  return project;
}

/** Returns the user of the token, to whom the account will be connected even if another user is signed in at the callback. */
async function userToLink(context: SandboxContext, project: Project, token: string): Promise<string> {
  const verdict = await checkAccessToken(context, token);
  if (verdict.state === 'unparsable') throw knownError('UNPARSABLE_ACCESS_TOKEN');
  if (verdict.state === 'expired') throw tokenExpired('ACCESS_TOKEN_EXPIRED', verdict.expiredAt);
  if (verdict.projectId !== project.id) throw plainFailure(403, 'The access token is not valid for this project');
  return verdict.userId;
}

/** Removes the fragment. The rest is kept verbatim, because the token endpoint compares the text. */
function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, '');
}
