/** Access tokens in the form of a release, without a sandbox. */
import { createRelease } from '#sandbox/releases/release.ts';
import { type RestrictedReason, claimsOf as sandboxClaims } from '#sandbox/sessions/claims.ts';
import type { Project } from '#sandbox/stores/project-store.ts';
import type { UserRow } from '#sandbox/stores/user-store.ts';

type Fields = Readonly<Record<string, unknown>>;

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
export const tokenReleases = ['2.8.4', '2.8.109'] as const;
export type TokenRelease = (typeof tokenReleases)[number];

/** Returns the claims of an access token. */
export function claimsOf(release: string, facts: TokenFacts): Fields {
  const { origin, sessionId, issuedAt: iat, expiresAt: exp, user, restricted } = facts;
  const project = { id: facts.projectId, config: { later: { requireEmailVerification: restricted === 'email_not_verified' } } };
  const row = rowOf(user, restricted);
  const { issuer, audience, claims } = sandboxClaims(createRelease(release), origin, project as Project, sessionId, row as UserRow);
  return { ...claims, sub: user.id, iss: issuer, aud: audience, iat, exp };
}

function rowOf(user: Fields, restricted: RestrictedReason | null) {
  return {
    id: user.id,
    display_name: user.display_name ?? null,
    email: user.primary_email ?? null,
    email_verified: Number(user.primary_email_verified === true && restricted !== 'email_not_verified'),
    selected_team: user.selected_team_id ? JSON.stringify({ id: user.selected_team_id }) : null,
    is_anonymous: Number(user.is_anonymous === true),
    restricted_by_admin: Number(restricted === 'restricted_by_administrator'),
    totp_secret: user.requires_totp_mfa === true ? 'secret' : null,
    signed_up_at: Number(user.signed_up_at_millis ?? 0),
  };
}

/** Returns a token with these claims. Clients don't check signatures, so it has none that is valid. */
export function tokenOf(claims: Fields): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', kid: 'abcdefghijkl' })}.${part(claims)}.${part('signature')}`;
}
