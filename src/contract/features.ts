/** Features of releases later than the baseline (2.8.4), detected per connection (wire/newer 3). */
export const features = [
  /** Project administration is at `/internal/projects/current` (2.8.5). */
  'internal-project-path',
  /** Leaked keys can be reported and are revoked (2.8.5). */
  'credential-scanning',
  /** Listing the sessions of a user who has none works (2.8.13). */
  'empty-session-lists',
  /** Emails can be sent to users, who choose which ones they receive (2.8.17). */
  'notification-preferences',
  /** Email addresses are stored in lower case, and up to 2.8.47 looked up as they are sent (2.8.17). */
  'lower-case-emails',
  /** Users can be invited to sign in (2.8.17). */
  'sign-in-invitation',
  /** Emails are rendered in themes, of which projects can have their own (2.8.22). */
  'email-themes',
  /** A user's OAuth providers are separate objects (2.8.24). */
  'oauth-providers',
  /** Email templates can be rendered without being saved (2.8.25). */
  'email-rendering',
  /** Email templates have IDs and are written in TSX; those named by type are removed (2.8.27). */
  'templates-by-id',
  /** The configuration has levels that can be overridden (2.8.28). */
  'config-override',
  /** Projects belong to a team of project `internal`, which must be named on creation (2.8.31). */
  'owner-team',
  /** The port of a trusted domain counts, its path doesn't, and it may be a pattern (2.8.33). */
  'trusted-ports',
  /** A project can be transferred to another team (2.8.34). */
  'project-transfer',
  /** Every project has anonymous users, whose tokens need an opt-in; signing up upgrades them (2.8.34). */
  'anonymous-opt-in',
  /** Emails to users can be drafted, and drafts sent to all of them (2.8.38). */
  'email-drafts',
  /** Test emails aren't among the sent emails (2.8.58). */
  'test-emails-unlisted',
  /** Figures of the delivery of emails can be read (2.8.58). */
  'delivery-figures',
  /** Every email passes through an outbox, where it can be paused, canceled and sent again (2.8.59). */
  'email-outbox',
  /** A primary email that is replaced or cleared stays an address of the user, and keeps its use for sign-in (2.8.59). */
  'old-email-kept',
  /** Which users a setting would restrict can be read before it is changed (2.8.59). */
  'affected-users',
  /** The levels of the configuration that can be overridden have names: project, branch, environment (2.8.61). */
  'config-levels',
  /** Rules allow, reject, restrict, or log sign-ups (2.8.65). */
  'sign-up-rules',
  /** Sign-up rules can be tested (2.8.66). */
  'sign-up-rules-test',
  /** Keys of a level of the configuration can be reset (2.8.68). */
  'reset-config-keys',
  /** Drafts of emails can be deleted (2.8.69). */
  'draft-deletion',
  /** A user's invitations can be listed and accepted without a code (2.8.69). */
  'invitations-for-me',
  /** A user's connected accounts can be listed (2.8.70). */
  'connected-accounts-list',
  /** Clients need no publishable key, unless the project requires one (2.8.71). */
  'keyless-clients',
  /** A project's emails can come from a domain that the service's email provider manages (2.8.72). */
  'managed-domains',
  /** Emails can be sent faster for four hours (2.8.73). */
  'delivery-boost',
  /** Emails to users can be scheduled (2.8.73). */
  'scheduled-emails',
  /** Headers are also known by the service's new name: clients send them from then on, and 2.8.86 doesn't know them (2.8.108). */
  'new-header-names',
] as const;

export type Feature = (typeof features)[number];

/** Whether this version of the app knows a feature with that name. */
export function isFeature(name: string): name is Feature {
  return (features as readonly string[]).includes(name);
}

/** The first release with each feature (wire/newer 1 and 2). */
export const featureSince: Readonly<Record<Feature, string>> = {
  'internal-project-path': '2.8.5',
  'credential-scanning': '2.8.5',
  'empty-session-lists': '2.8.13',
  'notification-preferences': '2.8.17',
  'lower-case-emails': '2.8.17',
  'sign-in-invitation': '2.8.17',
  'email-themes': '2.8.22',
  'oauth-providers': '2.8.24',
  'email-rendering': '2.8.25',
  'templates-by-id': '2.8.27',
  'config-override': '2.8.28',
  'owner-team': '2.8.31',
  'trusted-ports': '2.8.33',
  'project-transfer': '2.8.34',
  'anonymous-opt-in': '2.8.34',
  'email-drafts': '2.8.38',
  'test-emails-unlisted': '2.8.58',
  'delivery-figures': '2.8.58',
  'email-outbox': '2.8.59',
  'old-email-kept': '2.8.59',
  'affected-users': '2.8.59',
  'config-levels': '2.8.61',
  'sign-up-rules': '2.8.65',
  'sign-up-rules-test': '2.8.66',
  'reset-config-keys': '2.8.68',
  'draft-deletion': '2.8.69',
  'invitations-for-me': '2.8.69',
  'connected-accounts-list': '2.8.70',
  'keyless-clients': '2.8.71',
  'managed-domains': '2.8.72',
  'delivery-boost': '2.8.73',
  'scheduled-emails': '2.8.73',
  'new-header-names': '2.8.108',
};
