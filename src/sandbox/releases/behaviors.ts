/**
 * What differs between releases besides the features that clients detect (`src/contract/features.ts`). Each has the first release that
 * behaves so, and the first that no longer does. Rows cite the reference; domains ask for them by name.
 */

/** The releases that behave in a way: the first one, and the first that no longer does. */
export interface Span {
  readonly since: string;
  readonly until?: string;
}

export const behaviors = {
  /** No part of an email before the @ is empty (wire/limits 1, wire/newer 1, 2.8.6). */
  'no-empty-email-parts': { since: '2.8.6' },
  /** Unknown properties of `POST /check-version` are rejected, and the number is that of the release (wire/newer 3). */
  'strict-version-check': { since: '2.8.5', until: '1.0.0' },
  /** `/projects/current` is only read, in the form for clients (wire/newer 1, 2.8.5). */
  'client-project-path': { since: '2.8.5' },
  /** Anonymous users are refused on all projects but `internal` (wire/corrections 2.8.26). */
  'internal-anonymous-only': { since: '2.8.5', until: '2.8.34' },
  /** The user of a one-time code is looked up when it is used (wire/newer 1, 2.8.8). */
  'late-code-lookup': { since: '2.8.8' },
  /** Provider lists contain enabled ones only and updates replace them; new projects have `team_admin` (wire/newer 1, 2.8.11). */
  'listed-providers': { since: '2.8.11' },
  /** Projects no longer check what an update refers to, and keep an absent description (wire/newer 1, 2.8.11). */
  'lenient-project-updates': { since: '2.8.11' },
  /** A code to a verified address makes codes a sign-in method of its user (wire/endpoints 1.3). */
  'codes-added': { since: '2.8.11' },
  /** Granting a default permission that isn't defined fails (wire/endpoints 7), until reads leave it out (wire/later 7.4). */
  'failing-defaults': { since: '2.8.11', until: '2.8.28' },
  /** A permission of the other scope has its own error, and updates of definitions clear what they leave out (wire/newer 1, 2.8.11). */
  'scoped-permissions': { since: '2.8.11' },
  /** The issuer names the project (wire/newer 1, 2.8.12). */
  'project-issuer': { since: '2.8.12' },
  /** Branches other than `main` do not exist (wire/newer 1, 2.8.12). */
  branches: { since: '2.8.12' },
  /** Another branch is an unexpected error (wire/newer 2.1, 2.8.20). */
  'branch-fault': { since: '2.8.20', until: '2.8.27' },
  /** Callbacks redirect with 303 (wire/newer 1, 2.8.12). */
  'see-other-callbacks': { since: '2.8.12' },
  /** A provider that needs consent counts as denied (wire/newer 1, 2.8.13). */
  'denied-consent': { since: '2.8.13' },
  /** A project update without `allow_localhost` turns it on (wire/newer 1, 2.8.14). */
  'localhost-by-default': { since: '2.8.14', until: '2.8.28' },
  /** A server can turn off the use of a primary email for sign-in (wire/newer 1, 2.8.14). */
  'email-auth-off': { since: '2.8.14' },
  /** Sign-up refuses an untrusted verification URL (wire/newer 2.2, 2.8.16). */
  'checked-sign-up-url': { since: '2.8.16' },
  /** Verifying a deleted address is refused instead of failing (wire/newer 2.2, 2.8.16). */
  'deleted-channel-text': { since: '2.8.16' },
  /** Email addresses are looked up in lower case (wire/limits 1). */
  'lower-case-lookups': { since: '2.8.48' },
  /** Callbacks never redirect to an untrusted URL, and say so in text (wire/newer 2.3). */
  'callback-url-text': { since: '2.8.17', until: '2.8.30' },
  /** Projects have a theme for emails (wire/newer 2.5, 2.8.19). */
  'email-theme': { since: '2.8.19' },
  /** Projects have no `user_count` (wire/newer 2.2, 2.8.20). */
  'no-user-count': { since: '2.8.20' },
  /** Refresh tokens of deleted users keep working (wire/newer 2.1). */
  'deleted-users-refresh': { since: '2.8.20', until: '2.8.42' },
  /** An unknown project is an unexpected error (wire/corrections 2.8.26). */
  'unknown-project-fault': { since: '2.8.20', until: '2.8.27' },
  /** An unknown project is CURRENT_PROJECT_NOT_FOUND (wire/newer 2.1, 2.8.27). */
  'unknown-project-error': { since: '2.8.27' },
  /** Errors for used email addresses say whether verifying helps (wire/newer 2.2, 2.8.22). */
  'email-taken-hint': { since: '2.8.22' },
  /** Email templates by ID (wire/newer 2.6, 2.8.23); those by type are still there. */
  'early-templates-by-id': { since: '2.8.23' },
  /** Providers of projects have `provider_config_id` (wire/newer 2.3, 2.8.24). */
  'provider-config-ids': { since: '2.8.24' },
  /** A third theme is built in, which 2.8.26 didn't have (wire/later 3). */
  'colorful-theme': { since: '2.8.27' },
  /** The profile image of the signed-in user has to be a URL (wire/corrections 2.8.26). */
  'image-urls': { since: '2.8.26' },
  /** A user's provider accounts say which provider of the project they are of (wire/newer 2.3, 2.8.24). */
  'provider-account-ids': { since: '2.8.38' },
  /** Access tokens have claims in snake case, about the user too (wire/newer 2.1, 2.8.38). */
  'user-claims': { since: '2.8.38' },
  /** Images of profiles that are sent as data come back as URLs (wire/newer 2.2, 2.8.28). */
  'stored-images': { since: '2.8.28' },
  /** Projects have a logo (wire/later 8, 2.8.30), and a wide one under two names; later also ones for dark mode. */
  logo: { since: '2.8.30' },
  'full-logo': { since: '2.8.30', until: '2.8.54' },
  'four-logos': { since: '2.8.54' },
  /** Projects have the state of the dashboard's wizard (wire/later 8, 2.8.76). */
  'onboarding-status': { since: '2.8.76' },
  /** Numbers of users, and of anonymous ones (wire/hexclave 4.2, 2.8.88). */
  'user-counts': { since: '2.8.88' },
  /** Clients read `allow_localhost`, and projects say whether they are for development (wire/hexclave 4.2, 2.8.96). */
  'client-allow-localhost': { since: '2.8.96' },
  'development-environment': { since: '2.8.96' },
  /** Sign-up needs no verification URL (wire/newer 2.2, 2.8.48). */
  'optional-sign-up-url': { since: '2.8.48' },
  /** Clients read the trusted domains (wire/newer 2.5, 2.8.49). */
  'client-domains': { since: '2.8.49' },
  /** The token for the webhook portal comes with the portal's URL (wire/corrections 2.8.86). */
  'portal-url': { since: '2.8.52' },
  /** Sent emails have no sender, and their error is text (wire/newer 2.6, 2.8.58). */
  'plain-sent-emails': { since: '2.8.58' },
  /** The outbox says how often emails were tried, and later what they come from (wire/later 5). */
  'outbox-attempts': { since: '2.8.69' },
  'outbox-origins': { since: '2.8.73' },
  /** Users can be restricted, which their tokens say (wire/newer 2.1, 2.8.59). */
  'restricted-users': { since: '2.8.59' },
  /** Provider sign-ins may return to apps on phones by their scheme (wire/newer 2.3, 2.8.63). */
  'mobile-redirects': { since: '2.8.63' },
  /** Provider Apple has the IDs of apps' bundles (wire/later 7.4, 2.8.63). */
  'apple-bundles': { since: '2.8.63' },
  /** Admins can restrict users (wire/later 1, 2.8.65). */
  'restricted-by-admin': { since: '2.8.65' },
  /** Lists of invitations have the team's name (wire/newer 2.4, 2.8.69). */
  'invitation-team-names': { since: '2.8.69' },
  /** Access tokens say whether two-factor authentication is on: after 2.8.71 and by 2.8.77 (wire/hexclave 3.1). */
  'totp-claim': { since: '2.8.77' },
  /** Users have a country and risk scores (wire/later 1, 2.8.78). */
  'risk-scores': { since: '2.8.78' },
  /** Statistics of sign-up rules count all matches besides those of the last hours (wire/later 2). */
  'all-time-counts': { since: '2.8.78' },
  /** Sign-up accepts the fields of a bot challenge (wire/newer 2.2, 2.8.78). */
  'bot-challenge': { since: '2.8.78' },
  /** `stack_response_mode=json` responds with the address instead of a redirect (wire/newer 2.3, 2.8.78). */
  'json-redirects': { since: '2.8.78' },
  /** Access tokens say when the user signed up (wire/hexclave 3.1). */
  'sign-up-claim': { since: '2.8.80' },
  /** `only_anonymous` when users are listed (wire/later 9, 2.8.81). */
  'only-anonymous': { since: '2.8.81' },
  /** Signing out of a session that no longer exists fails (wire/corrections 2.8.86). */
  'sign-out-fault': { since: '2.8.81' },
  /** Errors of callbacks go to the trusted redirect URL (wire/corrections 2.8.86). */
  'errors-to-redirect-url': { since: '2.8.82' },
  /** Callbacks say that a provider can't be reached (wire/newer 2.3, 2.8.82). */
  'unavailable-providers': { since: '2.8.82' },
  /** CLI login has modes, and checks the refresh token (wire/later 10, 2.8.83). */
  'cli-modes': { since: '2.8.83' },
  /** Metrics name up to 100 users who registered last (wire/corrections 2.8.86). */
  'more-registered-users': { since: '2.8.85' },
  /** Servers may change the branch level of the configuration (wire/later 7.1, 2.8.85). */
  'branch-by-server': { since: '2.8.85' },
  /** Only statuses from 400 to 499 are overridden (wire/corrections 2.8.86). */
  'client-error-override': { since: '2.8.86' },
  /** A sign-in through a provider upgrades the anonymous user whose token it carries, by 2.8.86 (wire/newer 2.2). */
  'provider-upgrade': { since: '2.8.86' },
  /** Metrics may be asked to include anonymous users, by 2.8.86 (wire/newer 2.7). */
  'metrics-query': { since: '2.8.86' },
  /** New projects have apps installed, by 2.8.86 (wire/later 7.4). */
  'installed-apps': { since: '2.8.86' },
  /** A search for a user's ID ignores characters that no ID has (wire/later 9). */
  'bare-ids': { since: '2.8.86' },
  /** Clients earlier than 2.8.57 are not told the release (wire/hexclave 4.4). */
  'early-client-notice': { since: '2.8.86' },
  /** Results of sent emails have no address, and payment templates are built in (wire/corrections 2.8.86). */
  'queued-emails': { since: '2.8.86' },
  /** Domains from which a provider sends emails (wire/later 6) can be removed. */
  'removed-managed-domains': { since: '2.8.102' },
  /** An invitation can be refused for a user with another address (wire/hexclave 5, 2.8.88). */
  'invitation-email-check': { since: '2.8.88' },
  /** Activity of one user (wire/hexclave 4.2, 2.8.88). */
  'user-activity': { since: '2.8.88' },
  /** Servers list teams, and admins definitions for teams, in pages (wire/hexclave 4.2, 2.8.96). */
  'paged-lists': { since: '2.8.96' },
  /** Users can be listed by their last activity, and without those of domains (wire/hexclave 4.2, 2.8.96). */
  'users-by-activity': { since: '2.8.96' },
  /** Errors name the dashboard of the new name (wire/hexclave 5). */
  'new-dashboard-name': { since: '2.8.109' },
  /** CLI logins last two minutes (wire/hexclave 4.3). */
  'short-cli-logins': { since: '1.0.125' },
  /** Forms of providers are redirected, and errors name the address for afterwards (wire/hexclave 4.3). */
  'callback-forms': { since: '1.0.125' },
  /** Projects say what is wrong in their configuration, and clients read whether they are for development (wire/hexclave 4.3). */
  'project-warnings': { since: '1.0.125' },
  /** Sessions name an agent (wire/hexclave 4.3). */
  'session-agents': { since: '1.0.125' },
  /** The host of a token's issuer follows that of the request (wire/hexclave 3.2). */
  'request-issuer': { since: '1.0.0' },
  /** Texts have the service's new name (wire/hexclave 4.4). */
  'new-name': { since: '1.0.0' },
} as const satisfies Readonly<Record<string, Span>>;

export type Behavior = keyof typeof behaviors;
