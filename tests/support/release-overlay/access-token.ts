/** Access tokens in the form of a release (wire/flows 1.1; wire/newer 2.1; wire/hexclave 3). */
import { isAtLeast } from '#contract/releases.ts';
import type { Fields } from './exchange';
import type { RestrictedReason } from './state';

export interface TokenFacts {
  /** The service's origin. */
  readonly origin: string;
  readonly projectId: string;
  readonly sessionId: string;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** The user as servers read it. */
  readonly user: Fields;
  readonly restricted: RestrictedReason | null;
}

/** The first and the last form of access tokens that releases have. */
export const tokenReleases = ['2.8.4', '2.8.86'] as const;
export type TokenRelease = (typeof tokenReleases)[number];

/** The claims of an access token. */
export function claimsOf(release: string, facts: TokenFacts): Fields {
  const { sessionId, issuedAt, expiresAt, user } = facts;
  const ids = { branch_id: 'main', refresh_token_id: sessionId, project_id: facts.projectId };
  return {
    sub: user.id,
    ...placesOf(release, facts),
    iat: issuedAt,
    exp: expiresAt,
    role: 'authenticated',
    ...(isAtLeast(release, '2.8.38') ? { ...ids, ...userClaims(release, facts) } : { branchId: 'main', refreshTokenId: sessionId }),
  };
}

/** The issuer and the audience, which say what the user may do. */
function placesOf(release: string, { origin, projectId, user, restricted }: TokenFacts): Fields {
  if (!isAtLeast(release, '2.8.12')) return { iss: 'https://access-token.jwt-signature.stack-auth.com', aud: projectId };
  const [path, suffix] = kindOf(release, user, restricted);
  return { iss: `${origin}/api/v1/${path}/${projectId}`, aud: projectId + suffix };
}

function kindOf(release: string, user: Fields, restricted: RestrictedReason | null): readonly [path: string, suffix: string] {
  if (user.is_anonymous === true && isAtLeast(release, '2.8.34')) return ['projects-anonymous-users', ':anon'];
  if (restricted !== null && isAtLeast(release, '2.8.59')) return ['projects-restricted-users', ':restricted'];
  return ['projects', ''];
}

function userClaims(release: string, { user, restricted }: TokenFacts): Fields {
  return {
    name: user.display_name ?? null,
    email: user.primary_email ?? null,
    email_verified: user.primary_email_verified === true,
    selected_team_id: user.selected_team_id ?? null,
    is_anonymous: user.is_anonymous === true,
    ...(isAtLeast(release, '2.8.59')
      ? { is_restricted: restricted !== null, restricted_reason: restricted === null ? null : { type: restricted } }
      : {}),
    ...(isAtLeast(release, '2.8.77') ? { requires_totp_mfa: user.requires_totp_mfa === true } : {}),
    ...(isAtLeast(release, '2.8.80') ? { signed_up_at: Math.floor(Number(user.signed_up_at_millis ?? 0) / 1000) } : {}),
  };
}

/** A token with these claims. Clients don't check signatures, so it has none that is valid. */
export function tokenOf(claims: Fields): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', kid: 'abcdefghijkl' })}.${part(claims)}.${part('signature')}`;
}

/** The claims of a token; empty for other texts. */
export function readClaims(token: string): Fields {
  const payload = token.split('.')[1];
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
