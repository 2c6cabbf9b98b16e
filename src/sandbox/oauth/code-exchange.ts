/** Exchange of an authorization code for a session (wire/endpoints 2.3, wire/flows 5.1). */
import { createHash } from 'node:crypto';
import type { Project } from '../projects/project-store';
import type { SandboxContext } from '../server/context';
import { knownError } from '../server/failures';
import { startSession } from '../sessions/access-tokens';
import { requireNoSecondFactor } from '../sign-in/second-factor';
import { usersByKeys } from '../users/user-store';
import { type AuthorizationCode, deleteAuthorizationCode, findAuthorizationCode } from './authorization-store';

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
export async function exchangeCode(context: SandboxContext, project: Project, grant: CodeGrant): Promise<CodeExchangeResult> {
  const { store, clock } = context;
  const found = findAuthorizationCode(store, project.key, grant.code, clock.now());
  if (found === undefined || !matchesChallenge(found, grant.codeVerifier)) throw knownError('INVALID_AUTHORIZATION_CODE');
  const redirectUri = grant.redirectUri();
  deleteAuthorizationCode(store, found.code);
  if (redirectUri !== found.redirect_uri) throw knownError('REDIRECT_URL_NOT_WHITELISTED');
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
