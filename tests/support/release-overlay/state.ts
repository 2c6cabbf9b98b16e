/** What a later release keeps that the sandbox cannot: one per overlay. */
import type { TemplateById } from './changes/email-templates';

export const configLevels = ['project', 'branch', 'environment'] as const;
export type ConfigLevel = (typeof configLevels)[number];
export type ConfigOverride = Readonly<Record<string, unknown>>;

/** Reasons of RESTRICTED_USER_NOT_ALLOWED (tests/fixtures/wire/errors.json). */
export type RestrictedReason = 'anonymous' | 'email_not_verified' | 'restricted_by_administrator';

export interface ReleaseState {
  /** Overrides of the configuration by project and level. */
  readonly overrides: Map<string, Partial<Record<ConfigLevel, ConfigOverride>>>;
  /** Email templates by project, once one was changed or created. */
  readonly templates: Map<string, readonly TemplateById[]>;
  /** The team of project `internal` that owns a project, by the project's ID. */
  readonly ownerTeams: Map<string, string>;
  /** Users that an admin restricted, with the public reason. */
  readonly restrictedByAdmin: Map<string, string | null>;
  /** IDs of the users that signed up anonymously. */
  readonly anonymousUsers: Set<string>;
  /** Emails that couldn't be rendered, newest first: to which user, and why. The reference describes no request that leads to one. */
  readonly unrenderedEmails: { readonly userId: string; readonly error: string; readonly atMillis: number }[];
  /** The sandbox's access tokens by those that clients received. */
  readonly sandboxTokens: Map<string, string>;
  /** Users by their refresh tokens, and those that were deleted. */
  readonly usersByRefreshToken: Map<string, string>;
  readonly deletedUsers: Set<string>;
  /** Nonces of one-time codes that were requested for an email address with capitals. */
  readonly capitalNonces: Set<string>;
  /** OAuth requests by the state that the provider brings back. */
  readonly oauthRequests: Map<string, { readonly redirectUri: string; readonly errorRedirectUri: string | null }>;
}

export function createState(): ReleaseState {
  return {
    overrides: new Map(),
    templates: new Map(),
    ownerTeams: new Map(),
    restrictedByAdmin: new Map(),
    anonymousUsers: new Set(),
    unrenderedEmails: [],
    sandboxTokens: new Map(),
    usersByRefreshToken: new Map(),
    deletedUsers: new Set(),
    capitalNonces: new Set(),
    oauthRequests: new Map(),
  };
}

/** The value of a dotted key of a project's configuration: the level closest to the environment wins. */
export function configValue({ overrides }: ReleaseState, projectId: string, key: string): unknown {
  const levels = overrides.get(projectId) ?? {};
  return [...configLevels]
    .reverse()
    .map((level) => levels[level]?.[key])
    .find((value) => value !== undefined);
}
