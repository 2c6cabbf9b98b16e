/** The OAuth token endpoint (wire/endpoints 2.3). Its failures have three shapes (wire/conventions 9.4). */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import type { Handler, SandboxContext } from '../http/context';
import { invalidOAuthClient, knownError, oauthFailure, serviceFault } from '../http/failures';
import { oauthReply } from '../http/respond';
import { untrustedUrl } from '../http/trusted-urls';
import { startSession } from '../sessions/access-tokens';
import { refreshSession } from '../sessions/sessions';
import { requireNoSecondFactor } from '../sign-in/second-factor';
import { type AuthorizationCode, deleteAuthorizationCode, findAuthorizationCode } from '../stores/oauth-authorization-store';
import type { Project } from '../stores/project-store';
import { usersByKeys } from '../stores/user-store';
import { isValidSecret, projectOfClient } from './oauth-clients';

/** Schema of the grant type. The grant itself validates the other fields; unknown ones are ignored. */
const grant = z.looseObject({ grant_type: z.enum(['authorization_code', 'refresh_token']) });
type Grant = z.output<typeof grant>;

export const token: Handler<RowOf<'auth.token'>, Grant> = {
  ignoresQuery: true,
  accepts: { client: { body: grant }, server: { body: grant } },
  async run(call) {
    const fields: Grant = call.body;
    const project = clientProject(call, fields);
    if (fields.grant_type === 'authorization_code') {
      const { access_token, refresh_token, is_new_user, after_callback_redirect_url } = await exchangeCode(call, project, {
        code: requireField(fields, 'code'),
        codeVerifier: textOf(fields.code_verifier),
        redirectUri: () => requireField(fields, 'redirect_uri'),
      });
      const redirects = { after_callback_redirect_url, afterCallbackRedirectUrl: after_callback_redirect_url };
      return oauthReply({ ...tokenResponse(access_token), refresh_token, is_new_user, newUser: is_new_user, ...redirects });
    }
    const refreshToken = requireField(fields, 'refresh_token');
    if (fields.scope !== undefined && fields.scope !== 'legacy') throw serviceFault('Only the scope "legacy" can be granted.');
    return oauthReply(tokenResponse(await refreshSession(call, project, refreshToken)));
  },
};

/** Returns the response of both grants. `expires_in` is what the service sends, not the token's lifetime (wire/endpoints 2.3). */
function tokenResponse(accessToken: string) {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: 3599, scope: 'legacy' };
}

/** Returns the project of the client. The key is optional with a verifier, but a wrong one is rejected. */
function clientProject(context: SandboxContext, fields: Grant): Project {
  const project = projectOfClient(context.store, textOf(fields.client_id));
  const isProved = fields.grant_type === 'authorization_code' && fields.client_secret === undefined && textOf(fields.code_verifier) !== '';
  if (project === undefined || !(isProved || isValidSecret(context, project, textOf(fields.client_secret)))) {
    throw invalidOAuthClient(context.release, null);
  }
  return project;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a field of printable ASCII. Throws `invalid_request` (RFC 6749 appendix A). */
function requireField(fields: Grant, name: string): string {
  const value = fields[name];
  if (value === undefined || value === null || value === '') throw oauthFailure('invalid_request', `Missing parameter: \`${name}\``);
  if (typeof value !== 'string' || !/^[\x20-\x7e]+$/.test(value)) {
    throw oauthFailure('invalid_request', `Invalid parameter: \`${name}\``);
  }
  return value;
}

/** Exchange of an authorization code for a session (wire/endpoints 2.3, wire/flows 5.1). */
interface CodeGrant {
  readonly code: string;
  readonly codeVerifier: string;
  /** Returns the redirect URL, or throws. Called once the code and the verifier are valid. */
  readonly redirectUri: () => string;
}

interface CodeExchangeResult {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly is_new_user: boolean;
  readonly after_callback_redirect_url: string | null;
}

/**
 * Starts a session for the user of a code. A wrong verifier leaves the code usable, a later error doesn't.
 *
 * Throws INVALID_AUTHORIZATION_CODE, REDIRECT_URL_NOT_WHITELISTED or MULTI_FACTOR_AUTHENTICATION_REQUIRED.
 */
async function exchangeCode(context: SandboxContext, project: Project, grant: CodeGrant): Promise<CodeExchangeResult> {
  const { store, clock } = context;
  const found = findAuthorizationCode(store, project.key, grant.code, clock.now());
  if (found === undefined || !matchesChallenge(found, grant.codeVerifier)) throw knownError('INVALID_AUTHORIZATION_CODE');
  const redirectUri = grant.redirectUri();
  deleteAuthorizationCode(store, found.code);
  if (redirectUri !== found.redirect_uri) throw untrustedUrl(context.release);
  const [user] = usersByKeys(store, [found.user]);
  if (user === undefined) throw knownError('INVALID_AUTHORIZATION_CODE');
  const isNewUser = found.is_new_user === 1;
  requireNoSecondFactor(context, project, user, isNewUser);
  const { access_token, refresh_token } = await startSession(context, project, user);
  return { access_token, refresh_token, is_new_user: isNewUser, after_callback_redirect_url: found.after_callback_redirect_url };
}

/** Whether the verifier matches the code's challenge (RFC 7636 section 4.6). */
function matchesChallenge({ code_challenge, code_challenge_method }: AuthorizationCode, verifier: string): boolean {
  const made = code_challenge_method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return verifier !== '' && made === code_challenge;
}
