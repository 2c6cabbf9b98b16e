/** Claims of access tokens by release (wire/flows 1.1, wire/newer 2.1, wire/hexclave 3.1 and 3.2). */
import type { Release } from '../releases/release';
import type { Project } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';

/** Why a user may not use the project yet (wire/later 1). */
export type RestrictedReason = 'anonymous' | 'email_not_verified' | 'restricted_by_administrator';

/** Returns the first reason that applies, or null for a user without restrictions. */
export function restrictionOf(release: Release, { config }: Project, user: UserRow): RestrictedReason | null {
  if (!release.has('restricted-users')) return null;
  if (user.is_anonymous === 1) return 'anonymous';
  if (config.later?.requireEmailVerification && user.email_verified !== 1) return 'email_not_verified';
  return user.restricted_by_admin === 1 ? 'restricted_by_administrator' : null;
}

/** The issuer up to 2.8.11. Later releases accept it too, for tokens that were issued before. */
const firstIssuer = 'https://access-token.jwt-signature.stack-auth.com';

/** What a token allows, which its audience says. */
type TokenKind = 'ordinary' | 'anonymous' | 'restricted';

const audienceSuffixes: Readonly<Record<TokenKind, string>> = { ordinary: '', anonymous: ':anon', restricted: ':restricted' };
const issuerPaths: Readonly<Record<TokenKind, string>> = {
  ordinary: 'projects',
  anonymous: 'projects-anonymous-users',
  restricted: 'projects-restricted-users',
};

export interface Claims {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns the claims of a token for a session. The user is undefined if it was deleted. */
export function claimsOf(release: Release, origin: string, project: Project, sessionId: string, user: UserRow | undefined): Claims {
  const kind = kindOf(release, project, user);
  return {
    issuer: release.has('project-issuer') ? `${origin}/api/v1/${issuerPaths[kind]}/${project.id}` : firstIssuer,
    audience: `${project.id}${audienceSuffixes[kind]}`,
    claims: {
      role: 'authenticated',
      ...(release.has('user-claims')
        ? { project_id: project.id, branch_id: 'main', refresh_token_id: sessionId, ...userClaims(release, project, user) }
        : { branchId: 'main', refreshTokenId: sessionId }),
    },
  };
}

function kindOf(release: Release, project: Project, user: UserRow | undefined): TokenKind {
  if (user === undefined) return 'ordinary';
  if (user.is_anonymous === 1 && release.has('anonymous-opt-in')) return 'anonymous';
  return restrictionOf(release, project, user) === null ? 'ordinary' : 'restricted';
}

function userClaims(release: Release, project: Project, user: UserRow | undefined): Claims['claims'] {
  if (user === undefined) return {};
  const reason = restrictionOf(release, project, user);
  return {
    name: user.display_name,
    email: user.email,
    email_verified: user.email_verified === 1,
    selected_team_id: user.selected_team === null ? null : (JSON.parse(user.selected_team) as { readonly id: string }).id,
    is_anonymous: user.is_anonymous === 1,
    ...(release.has('restricted-users') ? { is_restricted: reason !== null, restricted_reason: reason && { type: reason } } : {}),
    ...(release.has('totp-claim') ? { requires_totp_mfa: user.totp_secret !== null } : {}),
    ...(release.has('sign-up-claim') ? { signed_up_at: Math.floor(user.signed_up_at / 1000) } : {}),
  };
}

/** Returns the project and the kind of token of an audience; null for an unknown form, such as one of a resource server. */
export function readAudience(audience: unknown): { readonly projectId: string; readonly kind: TokenKind } | null {
  const [, projectId = '', suffix = ''] = /^([^:]+)(:[^:]*)?$/.exec(typeof audience === 'string' ? audience : '') ?? [];
  const kind = (Object.keys(audienceSuffixes) as TokenKind[]).find((each) => audienceSuffixes[each] === suffix);
  return projectId === '' || kind === undefined ? null : { projectId, kind };
}

/**
 * Whether an issuer is one that the release's tokens have or had. The host isn't compared: a sandbox has another port after a restart, and
 * the signature already proves that the project's key was used.
 */
export function isIssuer(release: Release, issuer: unknown, projectId: string): boolean {
  if (issuer === firstIssuer) return true;
  const ends = Object.values(issuerPaths).map((path) => `/api/v1/${path}/${projectId}`);
  return release.has('project-issuer') && typeof issuer === 'string' && ends.some((end) => issuer.endsWith(end));
}
